//! Background workers: create signing keys ahead of their use, delete expired rows, publish birthday events, and erase
//! accounts whose grace period is over. Every replica runs them, and each step is safe to run concurrently.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    worker::{Next, Worker},
};

use crate::{
    App,
    app::{birthdays, erase, keys},
    db,
    domain::otp::LIMIT_PERIOD,
};

const INTERVAL: Duration = Duration::from_mins(10);
/// How long a browser is stored after the last sign-in.
const DEVICE_RETENTION: TimeDelta = TimeDelta::days(400);
/// Rows deleted in one transaction.
const BATCH: u32 = 1_000;

pub fn workers(app: &App) -> [Worker; 4] {
    let app = || app.clone();
    [
        Worker::new("signing_keys", INTERVAL, app(), |app| async move {
            keys::rotate(&app).await?;
            Ok(Next::AfterInterval)
        }),
        Worker::new("expired_rows", INTERVAL, app(), |app| async move { Ok(Next::now_if(sweep_batch(&app).await?)) }),
        Worker::new("birthdays", INTERVAL, app(), |app| async move {
            birthdays::remind(&app).await?;
            Ok(Next::AfterInterval)
        }),
        Worker::new("erasures", INTERVAL, app(), |app| async move { Ok(Next::now_if(erase::erase_next(&app).await?)) }),
    ]
}

/// Deletes unused sessions, expired refresh tokens, codes, links, proofs and nonces, and old revocations, counters and
/// devices.
pub async fn sweep(app: &App) -> Result<()> {
    while sweep_batch(app).await? {}
    Ok(())
}

/// Deletes one batch; `true` if there may be more.
async fn sweep_batch(app: &App) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let sessions = db::session::delete_unused_since(&mut tx, now - app.session_limits.idle, BATCH.into()).await?;
    let tokens = db::refresh_token::delete_expired_before(&mut tx, now, BATCH.into()).await?;
    let leftovers = db::expired::delete(&mut tx, now, now - LIMIT_PERIOD, BATCH.into()).await?;
    let max_age = app.revocations.kept_for.as_secs_f64();
    let revocations = db::revocation::delete_older(&mut tx, max_age, BATCH.into()).await?;
    let devices = db::account_device::delete_unseen_since(&mut tx, now - DEVICE_RETENTION, BATCH.into()).await?;
    tx.commit().await?;
    Ok(sessions.max(tokens).max(leftovers).max(revocations).max(devices) >= BATCH.into())
}
