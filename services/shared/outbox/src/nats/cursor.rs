//! How far this service has published to NATS, in its own database. A row of the table `feed_cursor` has the position
//! of the last confirmed event. A row of `feed_consumer` holds back the deletion of events that are not yet published.

use sqlx::{PgPool, types::Uuid};

use crate::cursor;

use super::failure::{CONFLICT, Failure};

/// The name of the publisher in both tables.
pub(crate) const NAME: &str = "nats";

/// The two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct Stored {
    /// The position of the last confirmed event, or 0 if there was none. `None` if there is no cursor, because nothing
    /// was ever published, or because an operator has deleted it to request a snapshot.
    pub published: Option<i64>,
    pub epoch: Option<Uuid>,
    /// All events up to this position are confirmed or are not for programs outside.
    pub passed: i64,
}

/// Holds back the deletion of events from now on. Called before NATS is reached for the first time.
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

/// Stores where a session begins.
pub(super) async fn store(pool: &PgPool, published: i64, epoch: Uuid, passed: i64) -> sqlx::Result<()> {
    let mut tx = kit::db::begin(pool).await?;
    cursor::reset(&mut tx, NAME, published, epoch).await?;
    set_passed(&mut *tx, passed).await?;
    tx.commit().await
}

/// Moves the cursor to a confirmed event. Fails if the cursor is gone, because an operator has requested a snapshot.
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

/// Records that all events up to this position are confirmed or are not for programs outside.
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

/// Records that NATS was reached now. Returns false if the cursor is gone.
pub(super) async fn touch(pool: &PgPool) -> sqlx::Result<bool> {
    let touched = sqlx::query(
        "update feed_consumer set seen_at = now()
         from feed_cursor
         where feed_consumer.name = $1 and feed_cursor.feed = feed_consumer.name",
    );
    Ok(touched.bind(NAME).execute(pool).await?.rows_affected() > 0)
}

/// How far the stream is behind the outbox.
#[derive(Debug, Clone, Copy, PartialEq, sqlx::FromRow)]
pub(super) struct Lag {
    /// The number of events after the last position that is done with.
    pub events: i64,
    /// The age of the oldest event that is to be published.
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
