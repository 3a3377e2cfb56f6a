//! Replays and discards parked events. Each action is recorded in the audit log.

use std::time::Duration;

use audit::Entry;
use kit::identity::Caller;
use proto::system::{ReplayOutcome, ReplayResult, ReplaySummary};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{NOT_FOUND, SystemDeskService, db, db::Key, reply};
use crate::{consume::is_database_unavailable, park};

const MAX_EVENTS: i64 = 100;
/// A replay begins no later than this after the call. Callers wait five seconds.
const BUDGET: Duration = Duration::from_secs(3);
const SUBJECT: &str = "parked_event";

pub enum Outcome {
    Applied,
    NotParked,
    Failed(String),
    /// The service no longer reads the feed.
    NotConsumed,
}

impl From<Outcome> for ReplayResult {
    fn from(outcome: Outcome) -> Self {
        let (outcome, error) = match outcome {
            Outcome::Applied => (ReplayOutcome::Applied, None),
            Outcome::NotParked => (ReplayOutcome::NotParked, None),
            Outcome::Failed(error) => (ReplayOutcome::Failed, Some(error)),
            Outcome::NotConsumed => (ReplayOutcome::NotConsumed, None),
        };
        Self { outcome: outcome.into(), error }
    }
}

pub async fn replay(desk: &SystemDeskService, operator: &Caller, key: &Key) -> kit::Result<Outcome> {
    let Some(handler) = desk.handlers.find(&key.feed) else { return Ok(Outcome::NotConsumed) };
    let mut tx = kit::db::begin(&desk.pool).await?;
    let Some(event) = park::take(&mut tx, &key.feed, key.position).await? else { return Ok(Outcome::NotParked) };
    if let Err(error) = event.apply(&mut tx, handler).await {
        tx.rollback().await?;
        // An unavailable database says nothing about the event.
        if is_database_unavailable(&error) {
            return Err(error);
        }
        return record_failure(desk, operator, key, &event.kind, park::describe(&error)).await;
    }
    let entry = Entry::new("parked_event_replayed", SUBJECT, key.to_string());
    let entry = entry.changed(reply::audited(&event), Value::Null);
    audit::insert(&mut tx, operator, entry, desk.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(feed = key.feed, position = key.position, "Operator {} replayed {key}", operator.account);
    Ok(Outcome::Applied)
}

async fn record_failure(
    desk: &SystemDeskService,
    operator: &Caller,
    key: &Key,
    kind: &str,
    error: String,
) -> kit::Result<Outcome> {
    let mut tx = kit::db::begin(&desk.pool).await?;
    if !db::record_failure(&mut tx, key, &error).await? {
        return Ok(Outcome::NotParked);
    }
    let entry = Entry::new("parked_event_replay_failed", SUBJECT, key.to_string());
    let entry = entry.changed(Value::Null, json!({"kind": kind, "error": error}));
    audit::insert(&mut tx, operator, entry, desk.clock.now()).await?;
    tx.commit().await?;
    tracing::warn!(feed = key.feed, position = key.position, error, "Replay of {key} failed; it stays parked");
    Ok(Outcome::Failed(error))
}

/// An event that fails does not stop the others.
pub async fn replay_feed(desk: &SystemDeskService, operator: &Caller, feed: &str) -> kit::Result<ReplaySummary> {
    let began = Instant::now();
    // One more than the limit shows whether there are more.
    let positions = db::positions(&desk.pool, feed, MAX_EVENTS + 1).await?;
    let mut summary = ReplaySummary::default();
    for (index, position) in (0..).zip(positions) {
        if index == MAX_EVENTS || began.elapsed() > BUDGET {
            summary.has_more = true;
            break;
        }
        match replay(desk, operator, &Key { feed: feed.to_owned(), position }).await? {
            Outcome::Applied => summary.applied += 1,
            Outcome::Failed(_) | Outcome::NotConsumed => summary.failed += 1,
            // Another operator was faster.
            Outcome::NotParked => {}
        }
    }
    Ok(summary)
}

pub async fn discard(desk: &SystemDeskService, operator: &Caller, key: &Key, reason: &str) -> kit::Result<()> {
    let mut tx = kit::db::begin(&desk.pool).await?;
    let event = park::take(&mut tx, &key.feed, key.position).await?.ok_or(NOT_FOUND)?;
    let entry = Entry::new("parked_event_discarded", SUBJECT, key.to_string());
    let entry = entry.changed(reply::audited(&event), json!({"reason": reason}));
    audit::insert(&mut tx, operator, entry, desk.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(feed = key.feed, position = key.position, "Operator {} discarded {key}", operator.account);
    Ok(())
}
