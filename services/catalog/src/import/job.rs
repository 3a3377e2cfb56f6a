//! One file on its way into the shop. How far it came is written in the transaction of each batch, so whoever is killed
//! between, or within, two batches goes on exactly where the shop is.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, ensure};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::{
    ImportArgs,
    ahead::{self, Read},
    batch::{Before, Draft, Place, Tally},
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
/// Batches between two lines of the log.
const TOLD_EVERY: usize = 50;

pub async fn run(app: &App, args: &ImportArgs) -> anyhow::Result<Tally> {
    let digest = digest_of(&args.file).await?;
    let mut tx = app.pool.begin().await?;
    let shop = Shop::read(&mut tx).await?;
    let mut job = db::import::begin(&mut tx, &digest, app.clock.now()).await?;
    tx.commit().await?;
    if job.byte > 0 {
        tracing::info!("Going on after line {}", job.line);
    }
    let mut report = Report::open(args.errors.as_deref(), job.report_bytes as u64)?;
    let from = Position { byte: job.byte as u64, line: job.line as u64 };
    let mut source = ahead::read(args, from)?;
    let mut batches = 0;
    while let Some(read) = source.recv().await {
        job = save_patiently(app, &shop, job, &read?, &mut report).await?;
        batches += 1;
        if batches % TOLD_EVERY == 0 {
            tracing::info!("{} lines are done", job.line);
        }
    }
    db::import::finish(&mut *app.pool.acquire().await?, job.import_job_id, app.clock.now()).await?;
    Ok(Tally { fresh: job.fresh, changed: job.changed, same: job.same, refused: job.refused })
}

async fn save_patiently(app: &App, shop: &Shop, job: Job, read: &Read, report: &mut Report) -> anyhow::Result<Job> {
    let mut tries = 1;
    loop {
        match save(app, shop, job, read, report).await {
            Err(error) if tries < TRIES && is_passing(&error) => {
                tracing::info!("A batch after line {} comes again: {error:#}", job.line);
                tokio::time::sleep(PAUSE * tries).await;
                tries += 1;
            }
            outcome => return outcome,
        }
    }
}

/// Deadlock, serialisation failure, time out.
fn is_passing(error: &anyhow::Error) -> bool {
    let code = error.downcast_ref::<sqlx::Error>().and_then(|error| error.as_database_error()?.code());
    matches!(code.as_deref(), Some("40P01" | "40001" | "57014"))
}

async fn save(app: &App, shop: &Shop, job: Job, read: &Read, report: &mut Report) -> anyhow::Result<Job> {
    let mut tx = app.pool.begin().await?;
    db::import::take_time(&mut tx).await?;
    db::shelf::lock(&mut tx).await?;
    let place = Place { shop, now: app.clock.now(), job: Some(job.import_job_id) };
    let before = Before::read_to_write(&mut tx, &read.lines).await?;
    let draft = Draft::of(&read.lines, before, &place);
    draft.write(&mut tx, &place).await?;
    let after = after(job, read.end, &draft, report)?;
    step(&mut tx, &job, &after).await?;
    tx.commit().await?;
    Ok(after)
}

fn after(job: Job, end: Position, draft: &Draft<'_>, report: &mut Report) -> anyhow::Result<Job> {
    Ok(Job {
        import_job_id: job.import_job_id,
        byte: end.byte as i64,
        line: end.line as i64,
        fresh: job.fresh + draft.tally.fresh,
        changed: job.changed + draft.tally.changed,
        same: job.same + draft.tally.same,
        refused: job.refused + draft.tally.refused,
        report_bytes: report.tell(job.report_bytes as u64, &draft.faults)? as i64,
    })
}

async fn step(tx: &mut PgConnection, before: &Job, after: &Job) -> anyhow::Result<()> {
    ensure!(db::import::advance(tx, before, after).await?, "somebody else is importing this very file");
    Ok(())
}

/// Of the whole file: it is what names its job.
async fn digest_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    let path = path.to_owned();
    let read = move || {
        let mut digest = Sha256::new();
        let mut file = std::fs::File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        std::io::copy(&mut file, &mut digest)?;
        Ok(digest.finalize().to_vec())
    };
    tokio::task::spawn_blocking(read).await?
}
