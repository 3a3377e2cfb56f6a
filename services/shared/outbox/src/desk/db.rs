//! The queries of the back office about feeds and parked events.

use std::fmt;

use chrono::{DateTime, Utc};
use proto::system::ParkedPosition;
use sqlx::{PgConnection, PgPool, types::Uuid};

use crate::{
    head::{self, Head},
    nats,
    park::Parked,
};

/// Identifies a parked event. In the API, `auth-17` is the event at position 17 of the auth service's feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub feed: String,
    pub position: i64,
}

impl Key {
    pub fn parse(id: &str) -> Option<Self> {
        let (feed, position) = id.rsplit_once('-')?;
        let position = position.parse().ok().filter(|position| *position > 0)?;
        Some(Self { feed: feed.to_owned(), position })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.feed, self.position)
    }
}

impl From<&Parked> for Key {
    fn from(event: &Parked) -> Self {
        Self { feed: event.feed.clone(), position: event.position }
    }
}

/// The last event of the page before.
pub struct PageStart {
    parked_at: DateTime<Utc>,
    position: i64,
    feed: String,
}

impl PageStart {
    pub fn parse(raw: ParkedPosition) -> Option<Self> {
        let at = raw.parked_at?;
        let parked_at = DateTime::from_timestamp(at.seconds, u32::try_from(at.nanos).ok()?)?;
        Some(Self { parked_at, position: raw.position, feed: raw.feed })
    }
}

pub struct DatabaseState {
    pub schema: i64,
    /// At most 1,000.
    pub parked: i64,
    pub head: Head,
    pub feeds: Vec<FeedCursor>,
}

#[derive(sqlx::FromRow)]
pub struct FeedCursor {
    pub feed: String,
    pub position: i64,
    pub moved_at: DateTime<Utc>,
    pub epoch: Option<Uuid>,
}

pub async fn status(pool: &PgPool) -> sqlx::Result<DatabaseState> {
    let (schema, parked) = sqlx::query_as(
        "select coalesce((select max(version) from _sqlx_migrations where success), 0),
             (select count(*) from (select from feed_parked limit 1000) as found)",
    )
    .fetch_one(pool)
    .await?;
    let feeds = sqlx::query_as(
        "select feed, position, moved_at, epoch
         from feed_cursor
         where feed <> $1
         order by feed
         limit 100",
    )
    // This row is no feed: it says what was published to NATS.
    .bind(nats::CURSOR)
    .fetch_all(pool)
    .await?;
    Ok(DatabaseState { schema, parked, head: head::read(pool).await?, feeds })
}

/// Newest first.
pub async fn page(pool: &PgPool, before: Option<&PageStart>, limit: i64) -> sqlx::Result<Vec<Parked>> {
    sqlx::query_as(
        "select feed, position, kind, payload, traceparent, occurred_at, error, attempts, parked_at
         from feed_parked
         where $1::timestamptz is null or (parked_at, position, feed) < ($1, $2, $3)
         order by parked_at desc, position desc, feed desc
         limit $4",
    )
    .bind(before.map(|before| before.parked_at))
    .bind(before.map(|before| before.position))
    .bind(before.map(|before| &before.feed))
    .bind(limit)
    .fetch_all(pool)
    .await
}

/// Oldest first.
pub async fn positions(pool: &PgPool, feed: &str, limit: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar("select position from feed_parked where feed = $1 order by position limit $2")
        .bind(feed)
        .bind(limit)
        .fetch_all(pool)
        .await
}

/// Returns `false` if the event is not parked any more.
pub async fn record_failure(tx: &mut PgConnection, key: &Key, error: &str) -> sqlx::Result<bool> {
    let updated = sqlx::query(
        "update feed_parked
         set error = $3, attempts = attempts + 1
         where feed = $1 and position = $2",
    )
    .bind(&key.feed)
    .bind(key.position)
    .bind(error)
    .execute(tx)
    .await?;
    Ok(updated.rows_affected() == 1)
}
