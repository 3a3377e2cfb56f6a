//! The import worker's leases (exclusive rights to work on an import for a time) and progress.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Uuid};

use crate::{domain::product_import::Column, import::Tally};

/// Takes the lease of an import that waits for a worker.
pub async fn claim(
    tx: &mut PgConnection,
    token: Uuid,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "update product_import
         set lease_token = $1, leased_until = $3
         where product_import_id = (
             select product_import_id
             from product_import
             where state in ('reading', 'checking', 'running', 'undoing')
             and (leased_until is null or leased_until < $2)
             order by product_import_id
             limit 1
             for update skip locked
         )
         returning product_import_id",
        token,
        now,
        until,
    )
    .fetch_optional(tx)
    .await
}

/// Renews the lease, and locks the import. Returns `false` if the lease is lost.
pub async fn hold(tx: &mut PgConnection, import: i64, token: Uuid, until: DateTime<Utc>) -> sqlx::Result<bool> {
    let held = sqlx::query!(
        "update product_import set leased_until = $3 where product_import_id = $1 and lease_token = $2",
        import,
        token,
        until,
    )
    .execute(tx)
    .await?;
    Ok(held.rows_affected() == 1)
}

/// Ends the lease after a failure, so that any process can continue at once.
pub async fn release(tx: &mut PgConnection, import: i64, token: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import
         set lease_token = null, leased_until = null
         where product_import_id = $1 and lease_token = $2",
        import,
        token,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_columns(tx: &mut PgConnection, import: i64, columns: &[Column], total: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import set columns = $2, total = $3, done = 0 where product_import_id = $1",
        import,
        sqlx::types::Json(columns) as sqlx::types::Json<&[Column]>,
        total,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn add(tx: &mut PgConnection, import: i64, lines: i64, tally: Tally) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import
         set done = done + $2, fresh = fresh + $3, changed = changed + $4, same = same + $5, refused = refused + $6
         where product_import_id = $1",
        import,
        lines,
        tally.fresh,
        tally.changed,
        tally.same,
        tally.refused,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn add_undone(tx: &mut PgConnection, import: i64, restored: i64, kept: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import
         set done = done + $2 + $3, restored = restored + $2, kept = kept + $3
         where product_import_id = $1",
        import,
        restored,
        kept,
    )
    .execute(tx)
    .await?;
    Ok(())
}
