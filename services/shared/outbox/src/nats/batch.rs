//! Reads the events that are published next.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use crate::head::Head;

pub(super) const SIZE: i64 = 500;

pub(super) struct Event {
    pub outbox_id: i64,
    pub position: i64,
    pub kind: String,
    pub payload: serde_json::Value,
    pub occurred_at: DateTime<Utc>,
    pub traceparent: Option<String>,
}

/// The head, beside an event whose columns are null if there is none.
#[derive(sqlx::FromRow)]
struct EventRow {
    #[sqlx(flatten)]
    head: Head,
    outbox_id: Option<i64>,
    event_position: Option<i64>,
    kind: Option<String>,
    payload: Option<serde_json::Value>,
    occurred_at: Option<DateTime<Utc>>,
    traceparent: Option<String>,
}

/// One statement, so that no event is deleted between the reads of the head and the events.
pub(super) async fn read(pool: &PgPool, after: i64, kinds: &[&str]) -> sqlx::Result<(Head, Vec<Event>)> {
    let rows: Vec<EventRow> = sqlx::query_as(
        "select head.position, head.pruned, head.epoch, outbox_id, event.position as event_position, kind, payload,
             occurred_at, traceparent
         from outbox_head as head
         left join lateral (
             select outbox_id, outbox.position, kind, payload, occurred_at, traceparent
             from outbox
             where outbox.position > $1 and outbox.position <= head.position and kind = any ($2)
             order by outbox.position
             limit $3
         ) as event on true
         order by event.position",
    )
    .bind(after)
    .bind(kinds)
    .bind(SIZE)
    .fetch_all(pool)
    .await?;
    let head = rows.first().map(|row| row.head).ok_or(sqlx::Error::RowNotFound)?;
    Ok((head, rows.into_iter().filter_map(into_event).collect()))
}

fn into_event(row: EventRow) -> Option<Event> {
    Some(Event {
        outbox_id: row.outbox_id?,
        position: row.event_position?,
        kind: row.kind?,
        payload: row.payload?,
        occurred_at: row.occurred_at?,
        traceparent: row.traceparent,
    })
}
