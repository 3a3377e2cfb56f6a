//! Writes batches, one transaction each. Two batches of only new products are written concurrently on two connections
//! and committed in order, so that progress is a single position in the file.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use anyhow::ensure;
use sqlx::{Executor as _, PgConnection};

use super::{
    ahead::Read,
    batch::{Before, Draft, Place, Tally, slugs},
    fault::Fault,
    records::Position,
    report::Report,
    shop::Shop,
};
use crate::{
    App,
    db::{self, import::Job},
};

/// Attempts per batch: PostgreSQL aborts one of two conflicting writers, and the batch is repeated.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(100);

pub struct Writer<'a> {
    pub app: &'a App,
    pub shop: Shop,
    /// Progress of the import.
    pub job: Job,
    pub report: Report,
    /// Whether the last batch changed existing products; then the next one probably will.
    pub is_changing: bool,
    pub idle: Idle,
}

/// Idle connections of the import. They do not come from the pool: a cancelled COPY leaves a connection unusable.
/// Dropping one closes it and rolls back.
#[derive(Default)]
pub struct Idle(Mutex<Vec<PgConnection>>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Only {
    /// Only batches without existing products: they lock nothing, so two can be written concurrently.
    New,
    Any,
}

/// A written batch whose progress is not committed yet.
struct Written {
    tx: PgConnection,
    end: Position,
    tally: Tally,
    faults: Vec<(u64, Fault)>,
}

impl Writer<'_> {
    /// Writes both concurrently if possible, otherwise one after the other.
    pub async fn save_both(&mut self, first: &Read, second: &Read) -> anyhow::Result<()> {
        if are_apart(first, second) {
            let (one, other) = tokio::join!(self.write(first, Only::New), self.write(second, Only::New));
            // Roll back both before a failed one is retried alone.
            let (one, other) = (unless_passing(one)?, unless_passing(other)?);
            if let Some(one) = one
                && unless_passing(self.commit(one).await.map(Some))?.is_some()
            {
                if let Some(other) = other
                    && unless_passing(self.commit(other).await.map(Some))?.is_some()
                {
                    return Ok(());
                }
                return self.save_alone(second).await;
            }
        }
        self.save_alone(first).await?;
        self.save_alone(second).await
    }

    pub async fn save(&mut self, read: &Read) -> anyhow::Result<()> {
        if !self.is_changing
            && let Some(written) = unless_passing(self.write(read, Only::New).await)?
            && unless_passing(self.commit(written).await.map(Some))?.is_some()
        {
            return Ok(());
        }
        self.save_alone(read).await
    }

    async fn save_alone(&mut self, read: &Read) -> anyhow::Result<()> {
        let mut tries = 1;
        loop {
            match self.try_alone(read).await {
                Err(error) if tries < TRIES && is_passing(&error) => {
                    tracing::info!("Retrying the batch after line {}: {error:#}", self.job.line);
                    tokio::time::sleep(PAUSE * tries).await;
                    tries += 1;
                }
                outcome => return outcome,
            }
        }
    }

    async fn try_alone(&mut self, read: &Read) -> anyhow::Result<()> {
        let written = self.write(read, Only::Any).await?;
        let Some(written) = written else { return Ok(()) };
        self.is_changing = written.tally.changed > 0;
        self.commit(written).await
    }

    /// Writes nothing and returns `None` if only new products are allowed and others occur.
    async fn write(&self, read: &Read, only: Only) -> anyhow::Result<Option<Written>> {
        let mut tx = self.connection().await?;
        tx.execute("begin").await?;
        db::import::configure_bulk_transaction(&mut tx).await?;
        if only == Only::New {
            db::import::set_lock_timeout(&mut tx).await?;
        }
        let place = Place { shop: &self.shop, now: self.app.clock.now(), job: Some(self.job.import_job_id) };
        let before = Before::read_to_write(&mut tx, &read.lines).await?;
        let draft = Draft::of(&read.lines, before, &place);
        if only == Only::New && !draft.is_fresh() {
            return self.leave(tx).await;
        }
        draft.write(&mut tx, &place).await?;
        Ok(Some(Written { tx, end: read.end, tally: draft.tally, faults: draft.faults }))
    }

    async fn commit(&mut self, mut written: Written) -> anyhow::Result<()> {
        let after = self.after(&written)?;
        step(&mut written.tx, &self.job, &after).await?;
        written.tx.execute("commit").await?;
        self.job = after;
        self.idle.put(written.tx);
        Ok(())
    }

    async fn connection(&self) -> sqlx::Result<PgConnection> {
        match self.idle.take() {
            Some(connection) => Ok(connection),
            None => Ok(self.app.pool.acquire().await?.detach()),
        }
    }

    /// Rolls back and keeps the connection.
    async fn leave(&self, mut tx: PgConnection) -> anyhow::Result<Option<Written>> {
        tx.execute("rollback").await?;
        self.idle.put(tx);
        Ok(None)
    }

    fn after(&mut self, written: &Written) -> anyhow::Result<Job> {
        let (job, tally) = (self.job, written.tally);
        Ok(Job {
            import_job_id: job.import_job_id,
            byte: written.end.byte as i64,
            line: written.end.line as i64,
            fresh: job.fresh + tally.fresh,
            changed: job.changed + tally.changed,
            same: job.same + tally.same,
            refused: job.refused + tally.refused,
            report_bytes: self.report.tell(job.report_bytes as u64, &written.faults)? as i64,
        })
    }
}

impl Idle {
    fn take(&self) -> Option<PgConnection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn put(&self, connection: PgConnection) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }
}

async fn step(tx: &mut PgConnection, before: &Job, after: &Job) -> anyhow::Result<()> {
    ensure!(db::import::advance(tx, before, after).await?, "another process is importing this file");
    Ok(())
}

/// Whether the batches share no product; otherwise the second would wait for the first until both commit.
fn are_apart(first: &Read, second: &Read) -> bool {
    let first: HashSet<_> = slugs(&first.lines).collect();
    slugs(&second.lines).all(|slug| !first.contains(slug))
}

/// `None` after a failure that a retry may resolve.
fn unless_passing<T>(outcome: anyhow::Result<Option<T>>) -> anyhow::Result<Option<T>> {
    outcome.or_else(|error| if is_passing(&error) { Ok(None) } else { Err(error) })
}

/// Whether a retry may help: deadlock, serialisation failure, timeout, lock timeout, or a product inserted
/// concurrently.
fn is_passing(error: &anyhow::Error) -> bool {
    let code = error.downcast_ref::<sqlx::Error>().and_then(|error| error.as_database_error()?.code());
    matches!(code.as_deref(), Some("40P01" | "40001" | "57014" | "55P03" | "23505"))
}
