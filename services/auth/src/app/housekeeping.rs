//! Background workers. Every replica runs them concurrently.

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
/// People who sign in once a year keep a known device. The privacy policy promises this time.
const DEVICE_RETENTION: TimeDelta = TimeDelta::days(400);
/// How long owners see a security event.
pub const EVENT_RETENTION: TimeDelta = TimeDelta::days(90);
/// An expired link is refused as expired for this time, and as unknown afterwards.
const EXPIRED_NOTICE_RETENTION: TimeDelta = TimeDelta::days(7);
/// The most rows that one transaction deletes from a table.
const BATCH: u32 = 1_000;

pub fn workers(app: &App) -> [Worker; 4] {
    let app = || app.clone();
    [
        Worker::new("signing_keys", INTERVAL, app(), |app| async move {
            keys::rotate(&app).await?;
            Ok(Next::AfterInterval)
        }),
        Worker::new("expired_rows", INTERVAL, app(), |app| async move {
            Ok(Next::now_if(delete_expired_batch(&app).await?))
        }),
        Worker::new("birthdays", INTERVAL, app(), |app| async move {
            birthdays::publish_due(&app).await?;
            Ok(Next::AfterInterval)
        }),
        Worker::new("erasures", INTERVAL, app(), |app| async move { Ok(Next::now_if(erase::erase_next(&app).await?)) }),
    ]
}

pub async fn delete_expired_rows(app: &App) -> Result<()> {
    while delete_expired_batch(app).await? {}
    Ok(())
}

/// Returns `true` if more rows may have expired.
async fn delete_expired_batch(app: &App) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let sessions = db::session::delete_unused_since(&mut tx, now - app.session_limits.idle, BATCH.into()).await?;
    let tokens = db::refresh_token::delete_expired_before(&mut tx, now, BATCH.into()).await?;
    let short_lived = db::expired::delete_short_lived(&mut tx, now, now - LIMIT_PERIOD, BATCH.into()).await?;
    let max_age = app.revocations.kept_for.as_secs_f64();
    let revocations = db::revocation::delete_older(&mut tx, max_age, BATCH.into()).await?;
    let devices = db::account_device::delete_unseen_since(&mut tx, now - DEVICE_RETENTION, BATCH.into()).await?;
    let expired_before = now - EXPIRED_NOTICE_RETENTION;
    let notices = db::security_notice::delete_expired_before(&mut tx, expired_before, BATCH.into()).await?;
    let events = db::security_event::delete_before(&mut tx, now - EVENT_RETENTION, BATCH.into()).await?;
    tx.commit().await?;

    let largest_count = [sessions, tokens, short_lived, revocations, devices, notices, events].into_iter().max();
    Ok(largest_count.unwrap_or_default() >= BATCH.into())
}
