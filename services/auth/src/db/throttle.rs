//! The table of how often something was tried.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{domain::throttle::Tally, keyed::Digest};

/// A count that is lost in a crash does no harm: this transaction need not wait for the disk, nor who waits for its rows.
pub async fn spare_the_disk(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("set local synchronous_commit = off").execute(tx).await?;
    Ok(())
}

/// The tally, held until the end of the transaction: attempts that come at once are counted one after another.
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

/// Takes one back.
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
