//! Writing batches. One is a transaction; where all is new, two are written side by side, on two connections, and committed one
//! after the other: where an import is is always one place in the file.

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

/// A batch that meets another writer in the middle is told so by PostgreSQL, and simply comes again.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(100);

pub struct Writer<'a> {
    pub app: &'a App,
    pub shop: Shop,
    /// Where the import is.
    pub job: Job,
    pub report: Report,
    /// The last batch changed what was there, so the next is likely to.
    pub is_changing: bool,
    pub idle: Idle,
}

/// Connections between batches. They are the import's own: whoever is stopped while rows are copied leaves one in the middle of them,
/// and nobody else could speak on it. One that is dropped is closed, and what was not committed on it is undone.
#[derive(Default)]
pub struct Idle(Mutex<Vec<PgConnection>>);

/// Which batches are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Only {
    /// Those whose products are all new: nothing that is there is locked, so two of them can be written side by side.
    New,
    Any,
}

/// A batch that is written, but for where the import is.
struct Written {
    tx: PgConnection,
    end: Position,
    tally: Tally,
    faults: Vec<(u64, Fault)>,
}

impl Writer<'_> {
    /// Both at once, if that can be; else one after the other.
    pub async fn save_both(&mut self, first: &Read, second: &Read) -> anyhow::Result<()> {
        if are_apart(first, second) {
            let (one, other) = tokio::join!(self.write(first, Only::New), self.write(second, Only::New));
            // Whoever is not saved here lets go of all it holds before it is tried alone.
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
                    tracing::info!("A batch after line {} comes again: {error:#}", self.job.line);
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

    /// Nothing is written when only new products are wanted and there are others.
    async fn write(&self, read: &Read, only: Only) -> anyhow::Result<Option<Written>> {
        let mut tx = self.connection().await?;
        tx.execute("begin").await?;
        db::import::take_time(&mut tx).await?;
        if only == Only::New {
            db::import::wait_briefly(&mut tx).await?;
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

    /// Nothing was written.
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
    ensure!(db::import::advance(tx, before, after).await?, "somebody else is importing this very file");
    Ok(())
}

/// Whether no product is in both: whoever writes it second would wait for the first, who waits for both.
fn are_apart(first: &Read, second: &Read) -> bool {
    let first: HashSet<_> = slugs(&first.lines).collect();
    slugs(&second.lines).all(|slug| !first.contains(slug))
}

/// Nothing, when it failed but would not fail again.
fn unless_passing<T>(outcome: anyhow::Result<Option<T>>) -> anyhow::Result<Option<T>> {
    outcome.or_else(|error| if is_passing(&error) { Ok(None) } else { Err(error) })
}

/// Deadlock, serialisation failure, time out, what somebody else holds; or they have brought the same product.
fn is_passing(error: &anyhow::Error) -> bool {
    let code = error.downcast_ref::<sqlx::Error>().and_then(|error| error.as_database_error()?.code());
    matches!(code.as_deref(), Some("40P01" | "40001" | "57014" | "55P03" | "23505"))
}
