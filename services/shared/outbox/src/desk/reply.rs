//! Converts rows to replies, without members that may name a person.

use chrono::{DateTime, Utc};
use kit::{
    BuildInfo,
    worker::{self, WorkerStatus as Worker},
};
use prost_types::Timestamp;
use proto::{
    json::to_timestamp,
    outside::PUBLISHED,
    system::{DatabaseStatus, FeedPosition, OutboxHead, ParkedEvent, SystemStatus, WorkerStatus},
};
use serde_json::{Map, Value, json};

use super::db::{DatabaseState, FeedCursor, Key};
use crate::park::Parked;

pub fn status(database: Option<DatabaseState>) -> SystemStatus {
    let running = BuildInfo::running();
    let build = running.map_or(BuildInfo::UNKNOWN, |(build, _)| build);
    SystemStatus {
        version: build.version.to_owned(),
        commit: build.commit.to_owned(),
        started_at: running.map(|(_, at)| to_timestamp(at)),
        database: database.map(into_database),
        workers: worker::statuses().iter().map(to_worker).collect(),
    }
}

fn into_database(DatabaseState { schema, parked, head, feeds }: DatabaseState) -> DatabaseStatus {
    let head = OutboxHead { position: head.position, pruned: head.pruned, epoch: head.epoch.to_string() };
    DatabaseStatus { schema, parked, head: Some(head), feeds: feeds.into_iter().map(into_feed).collect() }
}

fn into_feed(FeedCursor { feed, position, moved_at, epoch }: FeedCursor) -> FeedPosition {
    let epoch = epoch.map(|epoch| epoch.to_string());
    FeedPosition { feed, position, moved_at: Some(to_timestamp(moved_at)), epoch }
}

fn to_worker(worker: &Worker) -> WorkerStatus {
    let optional = |at: Option<DateTime<Utc>>| -> Option<Timestamp> { at.map(to_timestamp) };
    WorkerStatus {
        name: worker.name.to_owned(),
        interval_seconds: worker.interval.as_secs().cast_signed(),
        limit_seconds: worker.limit.as_secs().cast_signed(),
        runs: worker.runs.cast_signed(),
        failures: worker.failures.cast_signed(),
        is_failing: worker.is_failing,
        last_success_at: optional(worker.last_success),
        running_since: optional(worker.running_since),
    }
}

pub fn parked(service: &str, event: Parked) -> ParkedEvent {
    let (payload, hidden) = shown(&event);
    ParkedEvent {
        id: Key::from(&event).to_string(),
        service: service.to_owned(),
        feed: event.feed,
        position: event.position,
        kind: event.kind,
        payload: Value::Object(payload).to_string(),
        hidden,
        error: event.error,
        attempts: event.attempts.into(),
        occurred_at: Some(to_timestamp(event.occurred_at)),
        parked_at: Some(to_timestamp(event.parked_at)),
    }
}

pub fn audited(event: &Parked) -> Value {
    json!({"kind": event.kind, "payload": shown(event).0, "error": event.error, "attempts": event.attempts})
}

/// Returns the members that name no person (ids, and what programs outside the shop may read), and the names of the
/// others.
fn shown(event: &Parked) -> (Map<String, Value>, Vec<String>) {
    let Value::Object(payload) = &event.payload else { return (Map::new(), vec!["payload".to_owned()]) };
    let published = PUBLISHED.iter().find(|kind| kind.service == event.feed && kind.kind == event.kind);
    let is_shown = |name: &str, value: &Value| {
        published.is_some_and(|kind| kind.members.contains(&name)) || (name.ends_with("Id") && value.is_i64())
    };
    let (shown, hidden): (Vec<_>, Vec<_>) = payload.iter().partition(|(name, value)| is_shown(name, value));
    let shown = shown.into_iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    (shown, hidden.into_iter().map(|(name, _)| name.clone()).collect())
}
