//! Events whose handler failed repeatedly. The feed continues, and an operator replays them later.

use std::error::Error as _;

use chrono::{DateTime, Utc};
use kit::telemetry::names;
use proto::{feed::Event, json::to_timestamp};
use sqlx::{PgConnection, PgPool, types::Uuid};

use crate::{cursor::advance, effect::apply_traced, handler::Handler};

#[derive(Debug, sqlx::FromRow)]
pub struct Parked {
    pub feed: String,
    pub position: i64,
    pub kind: String,
    pub payload: serde_json::Value,
    pub traceparent: Option<String>,
    pub occurred_at: DateTime<Utc>,
    pub error: String,
    pub attempts: i32,
    pub parked_at: DateTime<Utc>,
}

/// Stores the event and moves the cursor past it. A parked event with the same position is of an earlier epoch, and so
/// obsolete.
pub(crate) async fn park(
    pool: &PgPool,
    feed: &'static str,
    epoch: Option<Uuid>,
    event: &Event,
    error: &kit::Error,
    attempts: u32,
) -> anyhow::Result<()> {
    let mut tx = kit::db::begin(pool).await?;
    if advance(&mut tx, feed, epoch, event.position..=event.position).await? {
        let error = describe(error);
        insert(&mut tx, feed, event, &error, attempts).await?;
        tracing::error!(
            feed,
            position = event.position,
            kind = event.kind,
            error,
            "Event parked after {attempts} attempts"
        );
        metrics::counter!(names::FEED_PARKED, "feed" => feed, "kind" => event.kind.clone()).increment(1);
    }
    tx.commit().await?;
    Ok(())
}

async fn insert(tx: &mut PgConnection, feed: &str, event: &Event, error: &str, attempts: u32) -> sqlx::Result<()> {
    let occurred_at =
        event.occurred_at.and_then(|time| DateTime::<Utc>::from_timestamp(time.seconds, time.nanos.unsigned_abs()));
    // The event may have failed because of invalid JSON, which is stored as a text without NUL.
    let payload: serde_json::Value = serde_json::from_slice(&event.payload)
        .unwrap_or_else(|_| String::from_utf8_lossy(&event.payload).replace('\0', "").into());
    sqlx::query(
        "insert into feed_parked (feed, position, kind, payload, traceparent, occurred_at, error, attempts)
         values ($1, $2, $3, $4, $5, coalesce($6, now()), $7, $8)
         on conflict (feed, position) do update
         set kind = excluded.kind, payload = excluded.payload, traceparent = excluded.traceparent,
             occurred_at = excluded.occurred_at, error = excluded.error, attempts = excluded.attempts, parked_at = now()",
    )
    .bind(feed)
    .bind(event.position)
    .bind(&event.kind)
    .bind(payload)
    .bind(&event.traceparent)
    .bind(occurred_at)
    .bind(error)
    .bind(attempts.cast_signed())
    .execute(tx)
    .await?;
    Ok(())
}

/// Describes the error with its causes. PostgreSQL's texts do not contain the row's values, which may be personal data.
pub(crate) fn describe(error: &kit::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| (*cause).source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

/// Oldest first.
pub async fn parked(pool: &PgPool) -> sqlx::Result<Vec<Parked>> {
    sqlx::query_as(
        "select feed, position, kind, payload, traceparent, occurred_at, error, attempts, parked_at
         from feed_parked
         order by parked_at, feed, position
         limit 1000",
    )
    .fetch_all(pool)
    .await
}

/// Returns `false` if the event is not parked.
pub async fn replay(pool: &PgPool, feed: &str, position: i64, handler: &dyn Handler) -> anyhow::Result<bool> {
    let mut tx = kit::db::begin(pool).await?;
    let Some(parked) = take(&mut tx, feed, position).await? else { return Ok(false) };
    parked.apply(&mut tx, handler).await?;
    tx.commit().await?;
    Ok(true)
}

/// Deletes the event, so that of two concurrent callers only one gets it.
pub(crate) async fn take(tx: &mut PgConnection, feed: &str, position: i64) -> sqlx::Result<Option<Parked>> {
    sqlx::query_as(
        "delete from feed_parked
         where feed = $1 and position = $2
         returning feed, position, kind, payload, traceparent, occurred_at, error, attempts, parked_at",
    )
    .bind(feed)
    .bind(position)
    .fetch_optional(tx)
    .await
}

impl Parked {
    pub(crate) async fn apply(&self, tx: &mut PgConnection, handler: &dyn Handler) -> kit::Result<()> {
        let event = Event {
            position: self.position,
            kind: self.kind.clone(),
            payload: self.payload.to_string().into_bytes(),
            occurred_at: Some(to_timestamp(self.occurred_at)),
            traceparent: self.traceparent.clone(),
            epoch: String::new(),
        };
        apply_traced(handler, tx, &self.feed, &event).await
    }
}

pub async fn run_parked(pool: &PgPool) -> anyhow::Result<()> {
    for event in parked(pool).await? {
        println!("{} {} {} {} {}", event.feed, event.position, event.kind, event.parked_at.to_rfc3339(), event.error);
    }
    Ok(())
}

pub async fn run_replay(pool: &PgPool, feed: &str, position: i64, handler: &dyn Handler) -> anyhow::Result<()> {
    anyhow::ensure!(replay(pool, feed, position, handler).await?, "no event is parked at {feed} {position}");
    println!("{feed} {position} was applied");
    Ok(())
}
