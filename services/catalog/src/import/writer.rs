//! Writes batches, one transaction each. Two with only new products are written concurrently and committed in order, so
//! that the progress is one position.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use anyhow::ensure;
use sqlx::{Executor as _, PgConnection};

use super::{
    batch::{BatchChanges, ExistingProducts, ImportContext, Tally, slugs},
    line_error::LineError,
    read_ahead::BatchOfLines,
    records::Position,
    report::Report,
    shop::Shop,
};
use crate::{
    App,
    db::{self, import::Job},
    domain::publication,
};

const MAX_ATTEMPTS: u32 = 5;
const RETRY_DELAY: Duration = Duration::from_millis(100);

pub struct Writer<'a> {
    pub app: &'a App,
    pub shop: Shop,
    pub job: Job,
    pub report: Report,
    /// Whether the last batch changed existing products; the next one is then written alone.
    pub has_changed_existing: bool,
    pub idle: IdleConnections,
}

/// Detached from the pool, because a cancelled COPY leaves a connection unusable. Dropping one rolls back.
#[derive(Default)]
pub struct IdleConnections(Mutex<Vec<PgConnection>>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Allowed {
    /// Locks no products, so two batches can be written concurrently.
    NewProducts,
    All,
}

struct Written {
    tx: PgConnection,
    end: Position,
    tally: Tally,
    line_errors: Vec<(u64, LineError)>,
}

impl Writer<'_> {
    pub async fn save_both(&mut self, first: &BatchOfLines, second: &BatchOfLines) -> anyhow::Result<()> {
        let (mut is_first_saved, mut is_second_saved) = (false, false);
        if are_disjoint(first, second) {
            let (first_written, second_written) =
                tokio::join!(self.write(first, Allowed::NewProducts), self.write(second, Allowed::NewProducts));
            // A failed batch is retried after both are dropped, which rolls them back.
            let (first_written, second_written) =
                (none_if_transient(first_written)?, none_if_transient(second_written)?);
            is_first_saved = self.try_commit(first_written).await?;
            is_second_saved = is_first_saved && self.try_commit(second_written).await?;
        }
        if !is_first_saved {
            self.save_with_retries(first).await?;
        }
        if !is_second_saved {
            self.save_with_retries(second).await?;
        }
        Ok(())
    }

    pub async fn save(&mut self, batch: &BatchOfLines) -> anyhow::Result<()> {
        if !self.has_changed_existing {
            let written = none_if_transient(self.write(batch, Allowed::NewProducts).await)?;
            if self.try_commit(written).await? {
                return Ok(());
            }
        }
        self.save_with_retries(batch).await
    }

    async fn save_with_retries(&mut self, batch: &BatchOfLines) -> anyhow::Result<()> {
        let mut attempt = 1;
        loop {
            match self.try_save(batch).await {
                Err(error) if attempt < MAX_ATTEMPTS && is_transient(&error) => {
                    tracing::info!("Retrying the batch after line {}: {error:#}", self.job.line);
                    tokio::time::sleep(RETRY_DELAY * attempt).await;
                    attempt += 1;
                }
                outcome => return outcome,
            }
        }
    }

    async fn try_save(&mut self, batch: &BatchOfLines) -> anyhow::Result<()> {
        let written = self.write(batch, Allowed::All).await?;
        let Some(written) = written else { return Ok(()) };
        self.has_changed_existing = written.tally.changed > 0;
        self.commit(written).await
    }

    /// Returns `None`, with nothing written, if the batch contains a product that is not `allowed`.
    async fn write(&self, batch: &BatchOfLines, allowed: Allowed) -> anyhow::Result<Option<Written>> {
        let mut tx = self.connection().await?;
        tx.execute("begin").await?;
        db::import::configure_bulk_transaction(&mut tx).await?;
        if allowed == Allowed::NewProducts {
            db::import::set_lock_timeout(&mut tx).await?;
        }
        let context = ImportContext {
            shop: &self.shop,
            now: self.app.clock.now(),
            job: Some(self.job.import_job_id),
            new_state: publication::State::Published,
        };
        let existing = ExistingProducts::read_to_write(&mut tx, &batch.lines).await?;
        let changes = BatchChanges::compute(&batch.lines, existing, &context);
        if allowed == Allowed::NewProducts && !changes.has_only_new_products() {
            return self.roll_back(tx).await;
        }
        changes.write(&mut tx, &context).await?;
        Ok(Some(Written { tx, end: batch.end, tally: changes.tally, line_errors: changes.line_errors }))
    }

    async fn commit(&mut self, mut written: Written) -> anyhow::Result<()> {
        let after = self.job_after(&written)?;
        save_progress(&mut written.tx, &self.job, &after).await?;
        written.tx.execute("commit").await?;
        self.job = after;
        self.idle.put(written.tx);
        Ok(())
    }

    /// Returns `false` if nothing was written, or the commit can be retried.
    async fn try_commit(&mut self, written: Option<Written>) -> anyhow::Result<bool> {
        let Some(written) = written else { return Ok(false) };
        let committed = none_if_transient(self.commit(written).await.map(Some))?;
        Ok(committed.is_some())
    }

    async fn connection(&self) -> sqlx::Result<PgConnection> {
        match self.idle.take() {
            Some(connection) => Ok(connection),
            None => Ok(self.app.pool.acquire().await?.detach()),
        }
    }

    async fn roll_back(&self, mut tx: PgConnection) -> anyhow::Result<Option<Written>> {
        tx.execute("rollback").await?;
        self.idle.put(tx);
        Ok(None)
    }

    fn job_after(&mut self, written: &Written) -> anyhow::Result<Job> {
        let (job, tally) = (self.job, written.tally);
        Ok(Job {
            import_job_id: job.import_job_id,
            byte: written.end.byte as i64,
            line: written.end.line as i64,
            fresh: job.fresh + tally.fresh,
            changed: job.changed + tally.changed,
            same: job.same + tally.same,
            refused: job.refused + tally.refused,
            report_bytes: self.report.append(job.report_bytes as u64, &written.line_errors)? as i64,
        })
    }
}

impl IdleConnections {
    fn take(&self) -> Option<PgConnection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put(&self, connection: PgConnection) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }
}

/// Fails if another process imports the same file.
async fn save_progress(tx: &mut PgConnection, before: &Job, after: &Job) -> anyhow::Result<()> {
    ensure!(db::import::advance(tx, before, after).await?, "another process is importing this file");
    Ok(())
}

/// With a common product, the second batch would wait for the commit of the first, which waits for the second.
fn are_disjoint(first: &BatchOfLines, second: &BatchOfLines) -> bool {
    let first: HashSet<_> = slugs(&first.lines).collect();
    slugs(&second.lines).all(|slug| !first.contains(slug))
}

fn none_if_transient<T>(outcome: anyhow::Result<Option<T>>) -> anyhow::Result<Option<T>> {
    outcome.or_else(|error| if is_transient(&error) { Ok(None) } else { Err(error) })
}

/// Deadlock, serialisation failure, statement timeout, lock timeout, or a concurrent insert.
fn is_transient(error: &anyhow::Error) -> bool {
    let code = error.downcast_ref::<sqlx::Error>().and_then(|error| error.as_database_error()?.code());
    matches!(code.as_deref(), Some("40P01" | "40001" | "57014" | "55P03" | "23505"))
}
