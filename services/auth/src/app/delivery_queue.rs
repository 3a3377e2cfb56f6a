//! A worker claims messages by moving their due time into the future, instead of locking rows. If it dies, another
//! delivers them then.

use chrono::{DateTime, TimeDelta, Utc};
use kit::Result;
use uuid::Uuid;

use crate::{
    App,
    app::messages::Message,
    db::{self, message::ClaimedMessage},
};

const BATCH: i64 = 16;
/// How long a claim lasts: longer than the timeout of a call to the notification service.
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

pub async fn remove(app: &App, message: Uuid) -> Result<()> {
    Ok(db::message::delete(&mut *app.pool.acquire().await?, message).await?)
}

pub async fn retry_later(app: &App, claimed: &ClaimedMessage) -> Result<()> {
    let due_at = next_attempt(claimed.attempts, app.clock.now());
    Ok(db::message::postpone(&mut *app.pool.acquire().await?, claimed.message_id, due_at).await?)
}

fn next_attempt(attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    // The limit prevents an overflow.
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    now + TimeDelta::seconds(1 << doublings).min(MAX_DELAY)
}
