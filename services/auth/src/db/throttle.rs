use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{domain::throttle::Tally, keyed::Digest};

/// Shortens the locks of counters. Losing the last counts in a crash does no harm.
pub async fn commit_asynchronously(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("set local synchronous_commit = off").execute(tx).await?;
    Ok(())
}

pub async fn lock(tx: &mut PgConnection, key: &Digest, now: DateTime<Utc>) -> sqlx::Result<Tally> {
    sqlx::query_as!(
        Tally,
        "insert into throttle (throttle_key, count, counted_from, last_at)
         values ($1, 0, $2, $2)
         on conflict (throttle_key) do update set count = throttle.count
         returning count, counted_from, last_at",
        key.as_slice(),
        now,
    )
    .fetch_one(tx)
    .await
}

pub async fn find(tx: &mut PgConnection, key: &Digest) -> sqlx::Result<Option<Tally>> {
    sqlx::query_as!(Tally, "select count, counted_from, last_at from throttle where throttle_key = $1", key.as_slice(),)
        .fetch_optional(tx)
        .await
}

/// Requires [`lock`].
pub async fn set(tx: &mut PgConnection, key: &Digest, tally: &Tally) -> sqlx::Result<()> {
    sqlx::query!(
        "update throttle set count = $2, counted_from = $3, last_at = $4 where throttle_key = $1",
        key.as_slice(),
        tally.count,
        tally.counted_from,
        tally.last_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn refund(tx: &mut PgConnection, key: &Digest) -> sqlx::Result<()> {
    sqlx::query!("update throttle set count = greatest(count - 1, 0) where throttle_key = $1", key.as_slice())
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn clear(tx: &mut PgConnection, key: &Digest) -> sqlx::Result<()> {
    sqlx::query!("delete from throttle where throttle_key = $1", key.as_slice()).execute(tx).await?;
    Ok(())
}
