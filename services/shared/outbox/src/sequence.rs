//! Gives committed events their positions, one transaction at a time, so that a reader that sees a position can see
//! every event before it.

use sqlx::{PgConnection, PgPool};

const BATCH: i64 = 1_000;

/// Returns `true` if there may be more. If another process holds the lock, it also numbers our events.
pub async fn number_committed(pool: &PgPool) -> sqlx::Result<bool> {
    let mut tx = kit::db::begin(pool).await?;
    if !try_lock(&mut tx).await? {
        return Ok(false);
    }
    let numbered = number_batch(&mut tx).await?;
    tx.commit().await?;
    Ok(numbered == BATCH)
}

/// The lock is held until the transaction ends, so that the next holder sees our positions.
async fn try_lock(tx: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_xact_lock(hashtext('sovqat.outbox'))").fetch_one(tx).await
}

async fn number_batch(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "with batch as (
             select outbox_id, row_number() over (order by outbox_id) as place
             from (
                 select outbox_id
                 from outbox
                 where position is null
                 order by outbox_id
                 limit $1
             ) as waiting
         ),
         numbered as (
             update outbox
             set position = outbox_head.position + batch.place
             from batch, outbox_head
             where outbox.outbox_id = batch.outbox_id
             returning 1
         ),
         moved as (
             update outbox_head
             set position = position + (select count(*) from batch)
             where exists (select from batch)
         )
         -- PostgreSQL delivers identical notifications of one transaction once.
         select count(pg_notify('outbox_numbered', '')) from numbered",
    )
    .bind(BATCH)
    .fetch_one(tx)
    .await
}
