//! Builds the messages that are published to NATS: events, the entities of a snapshot, and the two marks around a
//! snapshot. A snapshot is the current state of the service, for readers that cannot continue with events alone.
//! `docs/EVENTS.md` describes the messages for their readers.

use async_nats::{HeaderMap, header};
use bytes::Bytes;
use chrono::SecondsFormat;
use proto::outside::PublishedKind;
use serde_json::{Value, json};
use sqlx::types::Uuid;

use crate::head::Head;

use super::{Publisher, batch};

/// The id of the event, the same in every copy of it.
const ID: &str = "Sovqat-Id";
/// The header with the epoch of the outbox, which changes when the database is restored.
pub(super) const EPOCH: &str = "Sovqat-Epoch";
/// The header with the number of the event in its epoch.
pub(super) const POSITION: &str = "Sovqat-Position";
/// The header with the time of the event.
const OCCURRED_AT: &str = "Sovqat-Occurred-At";
/// The id of the snapshot, in every message of a snapshot except the last.
const SNAPSHOT: &str = "Sovqat-Snapshot";
/// The id of the entity that a message of a snapshot describes, unique within its kind.
const ENTITY: &str = "Sovqat-Entity";
/// The header with the trace that caused the event.
const TRACEPARENT: &str = "traceparent";

/// The kind of the mark before a snapshot.
const RESYNC: &str = "resync";
/// The kind of the mark after a snapshot.
const RESYNC_ENDED: &str = "resync_ended";

/// A message for the stream.
pub(super) struct Message {
    pub kind: String,
    pub subject: String,
    /// JetStream ignores a message if it has stored one with the same id and epoch within the duplicate window (a time
    /// in the settings).
    pub id: String,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The position of an event, or `None` for messages of a snapshot.
    pub position: Option<i64>,
    pub traceparent: Option<String>,
}

impl Message {
    fn new(service: &str, kind: &str, id: String, epoch: Uuid, body: &Value) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(ID, id.as_str());
        // After a restore of the database, an event may have to be published again, behind a snapshot with older state.
        // The epoch makes its id differ, because JetStream would otherwise ignore the message.
        headers.insert(header::NATS_MESSAGE_ID, format!("{id}-{}", epoch.simple()));
        headers.insert("Content-Type", "application/json");
        headers.insert(EPOCH, epoch.to_string());
        Self {
            kind: kind.to_owned(),
            subject: format!("sovqat.{service}.{kind}"),
            id,
            headers,
            body: Bytes::from(body.to_string()),
            position: None,
            traceparent: None,
        }
    }

    /// Returns the message of an event, or `None` if its kind is not published.
    ///
    /// The id consists of the row and the time of the event. An event that survives a restore of the database keeps
    /// both, and so its id. A later event that gets the row of a lost one has another time, and so another id.
    pub fn event(publisher: &Publisher, head: &Head, event: batch::Event) -> Option<Self> {
        let published = find(&publisher.published, &event.kind)?;
        let id = format!("{}-{}-{}", publisher.service, event.outbox_id, event.occurred_at.timestamp_micros());
        let body = published_members(published, event.payload);
        let mut message = Self::new(publisher.service, published.kind, id, head.epoch, &body);
        message.headers.insert(POSITION, event.position.to_string());
        message.headers.insert(OCCURRED_AT, event.occurred_at.to_rfc3339_opts(SecondsFormat::Micros, true));
        // A header cannot contain a line break.
        if let Some(traceparent) = event.traceparent.as_deref().filter(|text| !text.contains(['\r', '\n'])) {
            message.headers.insert(TRACEPARENT, traceparent);
        }
        Some(Self { position: Some(event.position), traceparent: event.traceparent, ..message })
    }
}

/// Makes the messages of one snapshot.
pub(super) struct Snapshot<'a> {
    publisher: &'a Publisher,
    epoch: Uuid,
    id: Uuid,
    count: u64,
}

impl<'a> Snapshot<'a> {
    pub fn new(publisher: &'a Publisher, epoch: Uuid) -> Self {
        Self { publisher, epoch, id: Uuid::new_v4(), count: 0 }
    }

    /// Returns the mark before the snapshot, which names the kinds of which the complete state follows.
    pub fn begin(&mut self, reason: &str, kinds: &[String]) -> Message {
        let mut message = self.message(RESYNC, &json!({ "reason": reason, "kinds": kinds }));
        message.headers.insert(SNAPSHOT, self.id.to_string());
        message
    }

    /// Returns the message of an entity, or `None` if its kind is not published.
    pub fn entity(&mut self, kind: &str, subject: i64, payload: &[u8]) -> Option<Message> {
        let published = find(&self.publisher.published, kind)?;
        let body = published_members(published, serde_json::from_slice(payload).ok()?);
        let mut message = self.message(kind, &body);
        message.headers.insert(SNAPSHOT, self.id.to_string());
        message.headers.insert(ENTITY, subject.to_string());
        Some(message)
    }

    /// Returns the mark after the snapshot. The events after `position` follow.
    pub fn end(&mut self, position: i64) -> Message {
        let mut message = self.message(RESYNC_ENDED, &json!({ "position": position }));
        message.headers.insert(POSITION, position.to_string());
        message
    }

    fn message(&mut self, kind: &str, body: &Value) -> Message {
        self.count += 1;
        let id = format!("{}-{}-{}", self.publisher.service, self.id, self.count);
        Message::new(self.publisher.service, kind, id, self.epoch, body)
    }
}

fn find(published: &[&'static PublishedKind], kind: &str) -> Option<&'static PublishedKind> {
    published.iter().copied().find(|published| published.kind == kind)
}

/// Removes all members of the payload that the contract does not declare as published.
fn published_members(published: &PublishedKind, mut body: Value) -> Value {
    match &mut body {
        Value::Object(members) => members.retain(|name, _| published.members.contains(&name.as_str())),
        _ => body = json!({}),
    }
    body
}
