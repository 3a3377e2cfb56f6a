//! Messages to deliver. A claim takes a lease instead of a lock, so that no row is locked during calls, and another
//! worker delivers the messages of one that died.

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
const MAX_DELAY: TimeDelta = TimeDelta::minutes(1);

pub async fn claim(app: &App) -> Result<Vec<ClaimedMessage>> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let claimed = db::message::claim(&mut tx, now, now + LEASE, BATCH).await?;
    tx.commit().await?;
    Ok(claimed)
}

pub fn decrypt(app: &App, claimed: &ClaimedMessage) -> anyhow::Result<Message> {
    Ok(serde_json::from_slice(&app.seal.open(&claimed.message_id.to_string(), &claimed.sealed)?)?)
}

/// Deletes a message that was accepted or has expired.
pub async fn remove(app: &App, message: Uuid) -> Result<()> {
    Ok(db::message::delete(&mut *app.pool.acquire().await?, message).await?)
}

pub async fn retry_later(app: &App, claimed: &ClaimedMessage) -> Result<()> {
    let due_at = next_attempt(claimed.attempts, app.clock.now());
    Ok(db::message::postpone(&mut *app.pool.acquire().await?, claimed.message_id, due_at).await?)
}

/// Returns the next attempt's time: one second after the first, doubling with each further one.
fn next_attempt(attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    // 2^10 seconds exceed `MAX_DELAY`; the limit keeps the shift from overflowing.
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    now + TimeDelta::seconds(1 << doublings).min(MAX_DELAY)
}
