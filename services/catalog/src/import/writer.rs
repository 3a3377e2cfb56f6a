//! Writes the batches of the command `import`, one transaction each. Two batches that contain only new products are
//! written concurrently and committed in order, so that the progress is a single position in the file.

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

/// Attempts for a batch that conflicts with another writer.
const MAX_ATTEMPTS: u32 = 5;
/// Delay before a retry, multiplied by the number of failed attempts.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Writes batches and keeps the progress of the job.
pub struct Writer<'a> {
    pub app: &'a App,
    pub shop: Shop,
    pub job: Job,
    pub report: Report,
    /// Whether the last batch changed existing products. The next one probably does too, so it is written alone.
    pub is_changing: bool,
    pub idle: IdleConnections,
}

/// Connections that are waiting for the next batch. They are detached from the pool, because a cancelled COPY leaves a
/// connection unusable. Dropping a connection rolls its transaction back.
#[derive(Default)]
pub struct IdleConnections(Mutex<Vec<PgConnection>>);

/// Which products a batch may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allowed {
    /// Only new products. Such a batch locks no rows of products, so two of them can be written concurrently.
    NewProducts,
    All,
}

/// A written batch whose progress is not committed yet.
struct Written {
    tx: PgConnection,
    end: Position,
    tally: Tally,
    line_errors: Vec<(u64, LineError)>,
}

impl Writer<'_> {
    /// Writes two batches concurrently if they contain only new products, otherwise one after the other.
    pub async fn save_both(&mut self, first: &BatchOfLines, second: &BatchOfLines) -> anyhow::Result<()> {
        if share_no_product(first, second) {
            let (first_written, second_written) =
                tokio::join!(self.write(first, Allowed::NewProducts), self.write(second, Allowed::NewProducts));
            // If one has failed, both are rolled back (dropped) before the failed one is retried alone.
            let (first_written, second_written) =
                (none_if_transient(first_written)?, none_if_transient(second_written)?);
            if let Some(first_written) = first_written
                && none_if_transient(self.commit(first_written).await.map(Some))?.is_some()
            {
                if let Some(second_written) = second_written
                    && none_if_transient(self.commit(second_written).await.map(Some))?.is_some()
                {
                    return Ok(());
                }
                return self.save_with_retries(second).await;
            }
        }
        self.save_with_retries(first).await?;
        self.save_with_retries(second).await
    }

    pub async fn save(&mut self, batch: &BatchOfLines) -> anyhow::Result<()> {
        if !self.is_changing
            && let Some(written) = none_if_transient(self.write(batch, Allowed::NewProducts).await)?
            && none_if_transient(self.commit(written).await.map(Some))?.is_some()
        {
            return Ok(());
        }
        self.save_with_retries(batch).await
    }

    /// Writes a batch with all kinds of products. Retries after conflicts with other writers.
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

    /// Writes and commits a batch once.
    async fn try_save(&mut self, batch: &BatchOfLines) -> anyhow::Result<()> {
        let written = self.write(batch, Allowed::All).await?;
        let Some(written) = written else { return Ok(()) };
        self.is_changing = written.tally.changed > 0;
        self.commit(written).await
    }

    /// Writes a batch without committing. Returns `None`, with nothing written, if only new products are allowed and
    /// the batch contains an existing one.
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

    /// Writes the report and the progress, and commits.
    async fn commit(&mut self, mut written: Written) -> anyhow::Result<()> {
        let after = self.job_after(&written)?;
        save_progress(&mut written.tx, &self.job, &after).await?;
        written.tx.execute("commit").await?;
        self.job = after;
        self.idle.put(written.tx);
        Ok(())
    }

    /// Returns an idle connection, or a new one of the pool.
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

    /// Appends the errors to the report, and returns the job's progress after the batch.
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

/// Saves the progress. Fails if another process has saved its own.
async fn save_progress(tx: &mut PgConnection, before: &Job, after: &Job) -> anyhow::Result<()> {
    ensure!(db::import::advance(tx, before, after).await?, "another process is importing this file");
    Ok(())
}

/// Whether no product is in both batches. With a common product, the second batch would wait for the commit of the
/// first, which is committed only after the second is written.
fn share_no_product(first: &BatchOfLines, second: &BatchOfLines) -> bool {
    let first: HashSet<_> = slugs(&first.lines).collect();
    slugs(&second.lines).all(|slug| !first.contains(slug))
}

/// Turns an error after which a retry may help into `None`.
fn none_if_transient<T>(outcome: anyhow::Result<Option<T>>) -> anyhow::Result<Option<T>> {
    outcome.or_else(|error| if is_transient(&error) { Ok(None) } else { Err(error) })
}

/// Whether a retry may help. The SQLSTATE codes are, in this order: deadlock, serialisation failure, statement timeout,
/// lock timeout, and a unique violation by a product that was inserted concurrently.
fn is_transient(error: &anyhow::Error) -> bool {
    let code = error.downcast_ref::<sqlx::Error>().and_then(|error| error.as_database_error()?.code());
    matches!(code.as_deref(), Some("40P01" | "40001" | "57014" | "55P03" | "23505"))
}
