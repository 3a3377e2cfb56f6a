//! Gives stored messages to the delivery worker, which sends them to the notification service. A worker that claims
//! messages gets a lease: the due time of the messages moves into the future. No row is locked during the worker's
//! calls. If the worker dies, another one delivers the messages when the lease is over.

use chrono::{DateTime, TimeDelta, Utc};
use kit::Result;
use uuid::Uuid;

use crate::{
    App,
    app::messages::Message,
    db::{self, message::ClaimedMessage},
};

/// Maximum number of messages per claim.
const BATCH: i64 = 16;
/// Lease of a claim; longer than the timeout of a call to the notification service.
const LEASE: TimeDelta = TimeDelta::seconds(30);
/// Maximum delay before the next attempt at a message.
const MAX_DELAY: TimeDelta = TimeDelta::minutes(1);

/// Leases a batch of due messages to this worker.
pub async fn claim(app: &App) -> Result<Vec<ClaimedMessage>> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let claimed = db::message::claim(&mut tx, now, now + LEASE, BATCH).await?;
    tx.commit().await?;
    Ok(claimed)
}

/// Decrypts a message, which was encrypted under its id.
pub fn decrypt(app: &App, claimed: &ClaimedMessage) -> anyhow::Result<Message> {
    Ok(serde_json::from_slice(&app.seal.open(&claimed.message_id.to_string(), &claimed.sealed)?)?)
}

/// Deletes a message that was accepted or has expired.
pub async fn remove(app: &App, message: Uuid) -> Result<()> {
    Ok(db::message::delete(&mut *app.pool.acquire().await?, message).await?)
}

/// Schedules the next attempt at a message whose delivery failed.
pub async fn retry_later(app: &App, claimed: &ClaimedMessage) -> Result<()> {
    let due_at = next_attempt(claimed.attempts, app.clock.now());
    Ok(db::message::postpone(&mut *app.pool.acquire().await?, claimed.message_id, due_at).await?)
}

/// Returns when the next attempt is due: one second after the first attempt, and twice as long after each further one,
/// up to [`MAX_DELAY`]. `attempts` is the number of attempts so far.
fn next_attempt(attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    // 2^10 seconds exceed `MAX_DELAY`; the limit keeps the shift from overflowing.
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    now + TimeDelta::seconds(1 << doublings).min(MAX_DELAY)
}
