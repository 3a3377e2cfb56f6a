//! How far this service has read each feed. Positions are valid within one epoch of the producer, which ends when its
//! database is restored.

use std::ops::RangeInclusive;

use sqlx::{PgConnection, PgPool, types::Uuid};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, sqlx::FromRow)]
pub(crate) struct Cursor {
    pub position: i64,
    pub epoch: Option<Uuid>,
}

pub(crate) async fn read(pool: &PgPool, feed: &str) -> sqlx::Result<Cursor> {
    let cursor = sqlx::query_as("select position, epoch from feed_cursor where feed = $1").bind(feed);
    Ok(cursor.fetch_optional(pool).await?.unwrap_or_default())
}

/// Call it before the events are applied, in the same transaction: it locks the cursor's row. Returns `false` if
/// another reader has applied the first event, or if the epoch has changed.
pub(crate) async fn advance(
    tx: &mut PgConnection,
    feed: &str,
    epoch: Option<Uuid>,
    positions: RangeInclusive<i64>,
) -> sqlx::Result<bool> {
    let moved = sqlx::query(
        "insert into feed_cursor (feed, position, epoch)
         values ($1, $3, $4)
         on conflict (feed) do update
         set position = excluded.position, moved_at = now()
         where feed_cursor.position < $2 and feed_cursor.epoch is not distinct from excluded.epoch",
    )
    .bind(feed)
    .bind(positions.start())
    .bind(positions.end())
    .bind(epoch)
    .execute(tx)
    .await?;
    Ok(moved.rows_affected() == 1)
}

/// Moves the cursor past unwanted events. The first checkpoint also sets the epoch.
pub(crate) async fn checkpoint(pool: &PgPool, feed: &str, position: i64, epoch: Uuid) -> sqlx::Result<()> {
    sqlx::query(
        "insert into feed_cursor (feed, position, epoch)
         values ($1, $2, $3)
         on conflict (feed) do update
         set position = greatest(feed_cursor.position, excluded.position), epoch = excluded.epoch, moved_at = now()
         where feed_cursor.epoch is null
             or feed_cursor.epoch = excluded.epoch and feed_cursor.position < excluded.position",
    )
    .bind(feed)
    .bind(position)
    .bind(epoch)
    .execute(pool)
    .await?;
    Ok(())
}

/// Unlike [`checkpoint`], can move the cursor back and to another epoch.
pub(crate) async fn reset(tx: &mut PgConnection, feed: &str, position: i64, epoch: Uuid) -> sqlx::Result<()> {
    sqlx::query(
        "insert into feed_cursor (feed, position, epoch)
         values ($1, $2, $3)
         on conflict (feed) do update
         set position = excluded.position, epoch = excluded.epoch, moved_at = now()",
    )
    .bind(feed)
    .bind(position)
    .bind(epoch)
    .execute(tx)
    .await?;
    Ok(())
}
