//! Processes imports in the background. The table `product_import` is the queue; a lease excludes other replicas.

use std::time::Duration;

use kit::{
    Error, Result,
    worker::{Next, Worker},
};
use sqlx::types::Uuid;

use super::{check, lease, lease::Lease, reading, undo, write};
use crate::{
    App,
    db::{
        self,
        product_import::{ProductImport, work},
    },
    domain::product_import::State,
    import::desk::{ReadError, cells::Mapping},
};

const INTERVAL: Duration = Duration::from_secs(1);
/// A million lines take about half an hour.
const TIMEOUT: Duration = Duration::from_hours(2);

/// Aborted when the process stops; another process takes over when the lease expires.
pub fn worker(app: &App) -> Worker {
    Worker::new("product_imports", INTERVAL, app.clone(), run).with_timeout(TIMEOUT).abort_on_stop()
}

/// A failed step releases the lease for a retry.
async fn run(app: App) -> Result<Next> {
    let (token, now) = (Uuid::from_u128(rand::random()), app.clock.now());
    let claimed = work::claim(&mut *app.pool.acquire().await?, token, now, now + lease::DURATION).await?;
    let Some(import) = claimed else { return Ok(Next::AfterInterval) };

    let lease = Lease { import, token };
    if let Err(error) = step(&app, lease).await {
        work::release(&mut *app.pool.acquire().await?, import, token).await?;
        return Err(error);
    }
    Ok(Next::Now)
}

async fn step(app: &App, lease: Lease) -> Result<()> {
    let import = db::product_import::find(&mut *app.pool.acquire().await?, lease.import).await?;
    let Some(import) = import else { return Ok(()) };
    match import.state() {
        Some(State::Reading) => reading::run(app, lease, &import).await,
        Some(State::Checking) => check::run(app, lease, &import).await,
        Some(State::Running) => write::run(app, lease, &import).await,
        Some(State::Undoing) => undo::run(app, lease).await,
        // An operator ended the import after it was claimed.
        _ => Ok(()),
    }
}

pub(super) async fn finish(app: &App, lease: Lease, state: State) -> Result<()> {
    end_step(app, lease, state, None).await
}

pub(super) async fn finish_with_failure(app: &App, lease: Lease, state: State, failure: &'static str) -> Result<()> {
    end_step(app, lease, state, Some(failure)).await
}

async fn end_step(app: &App, lease: Lease, state: State, failure: Option<&'static str>) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    if !lease.hold(app, &mut tx).await? {
        return Ok(());
    }

    let is_over = !(state.is_mappable() || state.is_waiting());
    let finished_at = is_over.then(|| app.clock.now());
    db::product_import::finish_step(&mut tx, lease.import, state, failure, finished_at).await?;
    if is_over {
        db::product_import::delete_file(&mut tx, lease.import).await?;
    }
    tx.commit().await?;
    tracing::info!(import.id = lease.import, failure, "Import {} is {} now", lease.import, state.name());
    Ok(())
}

/// Ends the import if its file is refused. An I/O error is returned, for a retry.
pub(super) async fn fail(app: &App, lease: Lease, error: ReadError) -> Result<()> {
    match error {
        ReadError::Refused(code) => finish_with_failure(app, lease, State::Failed, code).await,
        ReadError::Io(error) => Err(Error::internal(error)),
    }
}

pub(super) async fn mapping(app: &App, import: &ProductImport) -> Result<Mapping> {
    let mut connection = app.pool.acquire().await?;
    let store = match import.store_id {
        Some(store) => db::store::slug(&mut connection, store).await?,
        None => None,
    };
    let category = match import.category_id {
        Some(category) => db::category::slug(&mut connection, category).await?,
        None => None,
    };
    Ok(Mapping { columns: import.columns.0.clone(), store, category })
}
