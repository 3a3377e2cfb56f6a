//! What has to be done now and then, whoever calls: keys are made ahead of their use, what is over is forgotten, birthdays
//! are reminded of and accounts that wanted to go are erased. Every replica does it; the work is such that two at once do no
//! harm.

use std::time::Duration;

use chrono::TimeDelta;
use kit::Result;
use tokio_util::sync::CancellationToken;

use crate::{
    App,
    app::{birthdays, erase, keys},
    db,
    domain::otp::MEMORY,
};

const PAUSE: Duration = Duration::from_mins(10);
/// How long a browser is remembered after the last sign-in in it.
const DEVICE_MEMORY: TimeDelta = TimeDelta::days(400);
/// Rows forgotten in one transaction.
const BATCH: u32 = 1_000;

/// Until stopped. What fails is tried again at the next round.
pub async fn keep(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    loop {
        if let Err(error) = keys::rotate(&app).await {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "The signing keys could not be looked after"
            );
        }
        if let Err(error) = sweep(&app).await {
            tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "What is over could not be swept out");
        }
        if let Err(error) = birthdays::remind(&app).await {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "Nobody could be reminded of birthdays"
            );
        }
        if let Err(error) = erase::erase_due(&app).await {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "Accounts that are due were not erased"
            );
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// Forgets sessions nobody can use any more, the expired tokens of those that live on, and codes, links and tallies that are
/// good for nothing.
pub async fn sweep(app: &App) -> Result<()> {
    loop {
        let now = app.clock.now();
        let mut tx = app.pool.begin().await?;
        let sessions = db::session::forget_unused_since(&mut tx, now - app.limits.idle, BATCH.into()).await?;
        let tokens = db::refresh_token::forget_expired_before(&mut tx, now, BATCH.into()).await?;
        let leftovers = db::leftover::forget(&mut tx, now, now - MEMORY, BATCH.into()).await?;
        let devices = db::account_device::forget_unseen_since(&mut tx, now - DEVICE_MEMORY, BATCH.into()).await?;
        tx.commit().await?;
        if sessions.max(tokens).max(leftovers).max(devices) < BATCH.into() {
            return Ok(());
        }
    }
}
