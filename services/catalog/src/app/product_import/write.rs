//! Writes the products of a checked file. Each transaction also saves the progress, and the former lines for an undo.

use std::sync::Arc;

use kit::{Error, Result};
use tracing::Instrument as _;

use super::{
    check::{current_lines, stored_errors},
    lease::Lease,
    spool::spool,
    worker,
};
use crate::{
    App,
    db::{
        self,
        product_import::{
            ProductImport,
            changes::{self, Before},
            errors, work,
        },
    },
    domain::{product_import::State, publication},
    import::{
        batch::{BatchChanges, ExistingProducts, ImportContext},
        desk::{batches, cells::Mapping, complete::complete},
        shop::Shop,
        source::ParsedRow,
    },
};

struct Run {
    app: App,
    lease: Lease,
    shop: Shop,
    mapping: Mapping,
    job: Option<i64>,
    /// If `false`, a refused line undoes the import.
    skip_refused: bool,
    new_state: publication::State,
}

enum Outcome {
    Written,
    LeaseLost,
    /// A line that the check accepted; nothing of the batch was written.
    Refused,
}

/// Continues after the last written line. If a line is refused, because the shop changed since the check, undoes the
/// import.
pub async fn run(app: &App, lease: Lease, import: &ProductImport) -> Result<()> {
    let format = import.format().ok_or_else(|| Error::internal(anyhow::anyhow!("format {}", import.format)))?;
    let mapping = worker::mapping(app, import).await?;
    let file = spool(app, import.id).await?;
    let shop = Shop::read(&mut *app.pool.acquire().await?).await?;
    let (job, skip_refused) = (import.import_job_id, import.skip_refused);
    let new_state = if import.as_drafts { publication::State::Draft } else { publication::State::Published };
    let run = Arc::new(Run { app: app.clone(), lease, shop, mapping: mapping.clone(), job, skip_refused, new_state });
    let written_rows = import.done.unsigned_abs();
    let mut batches = batches::start(file, format, mapping, written_rows);
    while let Some(batch) = batches.recv().await {
        let rows = match batch {
            Ok(rows) => rows,
            Err(error) => return worker::fail(app, lease, error).await,
        };
        // Spawned, so that it is not cancelled with this run: a cancelled COPY would leave the connection unusable.
        let written = tokio::spawn(write(run.clone(), rows).in_current_span());
        match written.await.map_err(Error::internal)?? {
            Outcome::Written => {}
            Outcome::LeaseLost => return Ok(()),
            Outcome::Refused => {
                return worker::finish_with_failure(app, lease, State::Undoing, "changed_since_check").await;
            }
        }
    }
    worker::finish(app, lease, State::Done).await
}

async fn write(run: Arc<Run>, mut rows: Vec<ParsedRow>) -> Result<Outcome> {
    let Run { app, lease, shop, mapping, job, skip_refused, new_state } = &*run;
    let mut tx = kit::db::begin(&app.pool).await?;
    if !lease.hold(app, &mut tx).await? {
        return Ok(Outcome::LeaseLost);
    }
    db::import::configure_bulk_transaction(&mut tx).await?;

    let existing = ExistingProducts::read_to_write(&mut tx, &rows).await?;
    let current = current_lines(&mut tx, &existing.ids()).await?;
    let comparable = complete(&mut rows, &existing, &current, mapping);
    let context = ImportContext { shop, now: app.clock.now(), job: *job, new_state: *new_state };
    let changes = BatchChanges::compute(&rows, existing.compared_with(comparable), &context);
    errors::insert(&mut tx, lease.import, &stored_errors(&changes.line_errors, mapping)).await?;
    if changes.tally.refused > 0 && !skip_refused {
        tx.commit().await?;
        return Ok(Outcome::Refused);
    }

    changes.write(&mut tx, &context).await?;
    let mut written = Vec::new();
    for product_id in changes.fresh() {
        written.push(Before { product_id: *product_id, before: None });
    }
    for product_id in changes.changed() {
        let before = current.get(product_id).map(serde_json::to_value).transpose().map_err(Error::internal)?;
        written.push(Before { product_id: *product_id, before });
    }

    changes::insert(&mut tx, lease.import, &written, context.now).await?;
    work::add(&mut tx, lease.import, rows.len() as i64, changes.tally).await?;
    audit::announce(&mut tx).await?;
    tx.commit().await?;
    Ok(Outcome::Written)
}
