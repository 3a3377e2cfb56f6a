//! The letters a postman has in hand. A claim is a lease, not a lock: a postman who dies leaves his letters to the next, and no
//! row is held while the neighbour is spoken to.

use chrono::{DateTime, TimeDelta, Utc};
use kit::Result;
use uuid::Uuid;

use crate::{
    App,
    app::post::Letter,
    db::{self, message::Claimed},
};

/// Letters claimed at once.
const SIZE: i64 = 16;
/// Longer than a call may take.
const LEASE: TimeDelta = TimeDelta::seconds(30);
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(1);

pub async fn fill(app: &App) -> Result<Vec<Claimed>> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let claimed = db::message::claim(&mut tx, now, now + LEASE, SIZE).await?;
    tx.commit().await?;
    Ok(claimed)
}

pub fn open(app: &App, claimed: &Claimed) -> anyhow::Result<Letter> {
    Ok(serde_json::from_slice(&app.seal.open(&claimed.message_id.to_string(), &claimed.sealed)?)?)
}

/// It was taken, or never will be.
pub async fn drop(app: &App, letter: Uuid) -> Result<()> {
    Ok(db::message::delete(&mut *app.pool.acquire().await?, letter).await?)
}

/// It will be carried again, later each time.
pub async fn put_back(app: &App, claimed: &Claimed) -> Result<()> {
    let due_at = next_attempt(claimed.attempts, app.clock.now());
    Ok(db::message::postpone(&mut *app.pool.acquire().await?, claimed.message_id, due_at).await?)
}

/// A second, then twice as long each time.
fn next_attempt(attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    now + TimeDelta::seconds(1 << doublings).min(LONGEST_PAUSE)
}
