//! How far this service has published to NATS. Its row in `feed_consumer` holds back the deletion of unpublished
//! events.

use sqlx::{PgPool, types::Uuid};

use crate::cursor;

use super::failure::{CONFLICT, Failure};

pub(crate) const NAME: &str = "nats";

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct Stored {
    /// `None` before the first event, or if an operator has requested a snapshot.
    pub published: Option<i64>,
    pub epoch: Option<Uuid>,
    /// All events up to this position are confirmed, or of kinds that stay inside the shop.
    pub passed: i64,
}

/// Holds back the deletion of events from now on.
pub(super) async fn register(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query("insert into feed_consumer (name, position) values ($1, 0) on conflict do nothing")
        .bind(NAME)
        .execute(pool)
        .await?;
    Ok(())
}

pub(super) async fn read(pool: &PgPool) -> sqlx::Result<Stored> {
    sqlx::query_as(
        "select feed_cursor.position as published, feed_cursor.epoch, coalesce(feed_consumer.position, 0) as passed
         from (select $1 as name) as publisher
         left join feed_cursor on feed_cursor.feed = publisher.name
         left join feed_consumer on feed_consumer.name = publisher.name",
    )
    .bind(NAME)
    .fetch_one(pool)
    .await
}

/// Creates the cursor, or moves it in any direction. `published` and `passed` are fields of [`Stored`].
pub(super) async fn store(pool: &PgPool, published: i64, epoch: Uuid, passed: i64) -> sqlx::Result<()> {
    let mut tx = kit::db::begin(pool).await?;
    cursor::reset(&mut tx, NAME, published, epoch).await?;
    set_passed(&mut *tx, passed).await?;
    tx.commit().await
}

/// Moves the cursor past a confirmed event. Fails if an operator has deleted it to request a snapshot.
pub(super) async fn advance(pool: &PgPool, position: i64, epoch: Uuid) -> Result<(), Failure> {
    let mut tx = kit::db::begin(pool).await?;
    let moved = sqlx::query("update feed_cursor set position = $2, epoch = $3, moved_at = now() where feed = $1")
        .bind(NAME)
        .bind(position)
        .bind(epoch)
        .execute(&mut *tx)
        .await?;
    if moved.rows_affected() == 0 {
        let error = anyhow::anyhow!("its row in feed_cursor was deleted");
        return Err(Failure::new(CONFLICT, error, "the publisher starts over"));
    }
    set_passed(&mut *tx, position).await?;
    tx.commit().await?;
    Ok(())
}

/// Passes events that stay inside the shop.
pub(super) async fn pass(pool: &PgPool, position: i64) -> sqlx::Result<()> {
    set_passed(pool, position).await
}

async fn set_passed(executor: impl sqlx::PgExecutor<'_>, position: i64) -> sqlx::Result<()> {
    sqlx::query(
        "insert into feed_consumer (name, position) values ($1, $2)
         on conflict (name) do update set position = excluded.position, seen_at = now()",
    )
    .bind(NAME)
    .bind(position)
    .execute(executor)
    .await?;
    Ok(())
}

/// Keeps the publisher from expiring as a consumer. Returns `false` if an operator has requested a snapshot.
pub(super) async fn touch(pool: &PgPool) -> sqlx::Result<bool> {
    let touched = sqlx::query(
        "update feed_consumer set seen_at = now()
         from feed_cursor
         where feed_consumer.name = $1 and feed_cursor.feed = feed_consumer.name",
    );
    Ok(touched.bind(NAME).execute(pool).await?.rows_affected() > 0)
}

#[derive(Debug, Clone, Copy, PartialEq, sqlx::FromRow)]
pub(super) struct Lag {
    /// Events that are neither confirmed nor skipped.
    pub events: i64,
    /// The age of the oldest event to publish.
    pub seconds: f64,
}

pub(super) async fn lag(pool: &PgPool, kinds: &[&str]) -> sqlx::Result<Lag> {
    sqlx::query_as(
        "select head.position - passed.position as events,
             coalesce(extract(epoch from now() - oldest.occurred_at), 0)::float8 as seconds
         from outbox_head as head
         cross join lateral (
             select coalesce(max(position), 0) as position from feed_consumer where name = $1
         ) as passed
         left join lateral (
             select occurred_at
             from outbox
             where outbox.position > passed.position and kind = any ($2)
             order by outbox.position
             limit 1
         ) as oldest on true",
    )
    .bind(NAME)
    .bind(kinds)
    .fetch_one(pool)
    .await
}
