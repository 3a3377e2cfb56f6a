//! Builds the messages to NATS that `docs/EVENTS.md` describes.

use async_nats::{HeaderMap, header};
use bytes::Bytes;
use chrono::SecondsFormat;
use proto::outside::PublishedKind;
use serde_json::{Value, json};
use sqlx::types::Uuid;

use crate::head::Head;

use super::{Publisher, batch};

/// Every copy of an event has the same id.
const ID: &str = "Sovqat-Id";
pub(super) const EPOCH: &str = "Sovqat-Epoch";
pub(super) const POSITION: &str = "Sovqat-Position";
const OCCURRED_AT: &str = "Sovqat-Occurred-At";
/// The snapshot's id, in every message of a snapshot except the last.
const SNAPSHOT: &str = "Sovqat-Snapshot";
/// The entity's id, unique within its kind.
const ENTITY: &str = "Sovqat-Entity";
const TRACEPARENT: &str = "traceparent";

/// The message before a snapshot.
const RESYNC: &str = "resync";
/// The message after a snapshot.
const RESYNC_ENDED: &str = "resync_ended";

pub(super) struct Message {
    pub kind: String,
    pub subject: String,
    /// Together with the epoch, unique in the stream: JetStream ignores a second message with both.
    pub id: String,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// `None` for messages of a snapshot.
    pub position: Option<i64>,
    pub traceparent: Option<String>,
}

impl Message {
    fn new(service: &str, kind: &str, id: String, epoch: Uuid, body: &Value) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(ID, id.as_str());
        // With the epoch, an event can be published again after a restore.
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

    /// Returns `None` for a kind that is not published. The id is made of the event's row and time, which survive a
    /// restore.
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
    /// Numbers the messages.
    count: u64,
}

impl<'a> Snapshot<'a> {
    pub fn new(publisher: &'a Publisher, epoch: Uuid) -> Self {
        Self { publisher, epoch, id: Uuid::new_v4(), count: 0 }
    }

    pub fn begin(&mut self, reason: &str, kinds: &[String]) -> Message {
        let mut message = self.message(RESYNC, &json!({ "reason": reason, "kinds": kinds }));
        message.headers.insert(SNAPSHOT, self.id.to_string());
        message
    }

    pub fn entity(&mut self, kind: &str, entity_id: i64, payload: &[u8]) -> Option<Message> {
        let published = find(&self.publisher.published, kind)?;
        let body = published_members(published, serde_json::from_slice(payload).ok()?);
        let mut message = self.message(kind, &body);
        message.headers.insert(SNAPSHOT, self.id.to_string());
        message.headers.insert(ENTITY, entity_id.to_string());
        Some(message)
    }

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

fn published_members(published: &PublishedKind, mut body: Value) -> Value {
    match &mut body {
        Value::Object(members) => members.retain(|name, _| published.members.contains(&name.as_str())),
        _ => body = json!({}),
    }
    body
}
