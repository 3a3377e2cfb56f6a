//! Runs the command `import`. Each transaction also stores the progress.

use std::path::Path;

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use super::{
    ImportArgs,
    batch::Tally,
    read_ahead,
    records::Position,
    report::Report,
    shop::Shop,
    writer::{IdleConnections, Writer},
};
use crate::{App, db};

/// Lines between two messages of the log.
const LOG_INTERVAL: i64 = 100_000;

/// Returns the counts of all runs of the same file.
pub async fn run(app: &App, args: &ImportArgs) -> anyhow::Result<Tally> {
    let digest = digest_of(&args.file).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    let shop = Shop::read(&mut tx).await?;
    let job = db::import::begin(&mut tx, &digest, app.clock.now()).await?;
    tx.commit().await?;
    if job.byte > 0 {
        tracing::info!("Continuing after line {}", job.line);
    }

    let report = Report::open(args.errors.as_deref(), job.report_bytes as u64)?;
    let from = Position { byte: job.byte as u64, line: job.line as u64 };
    let mut source = read_ahead::start(args, from)?;
    let mut writer = Writer { app, shop, job, report, has_changed_existing: false, idle: IdleConnections::default() };
    let mut logged_intervals = 0;
    while let Some(first) = source.recv().await.transpose()? {
        // Two batches are written at once unless they change existing products.
        let second = if writer.has_changed_existing { None } else { source.recv().await.transpose()? };
        match second {
            Some(second) => writer.save_both(&first, &second).await?,
            None => writer.save(&first).await?,
        }

        let intervals = writer.job.line / LOG_INTERVAL;
        if intervals > logged_intervals {
            tracing::info!("Imported {} lines", writer.job.line);
            logged_intervals = intervals;
        }
    }

    let job = writer.job;
    db::import::finish(&mut *app.pool.acquire().await?, job.import_job_id, app.clock.now()).await?;
    Ok(Tally { fresh: job.fresh, changed: job.changed, same: job.same, refused: job.refused })
}

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
