//! Finds products whose own discount begins or ends.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::discount::Period;

pub struct DueProduct {
    pub product_id: i64,
    pub store_id: i64,
    pub is_published: bool,
    pub period: Period,
}

/// Locks in id order. Skips products that another replica has just updated.
pub async fn lock_due(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<DueProduct>> {
    let rows = sqlx::query!(
        "with due as materialized (
             select product_id from product where reprice_at <= $1 order by reprice_at, product_id limit $2
         )
         select product.product_id, product.store_id, product.is_published,
                product.discount_from, product.discount_until
         from due
         join product on product.product_id = due.product_id
         where product.reprice_at <= $1
         order by product.product_id
         for no key update of product",
        now,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let due = rows.into_iter().map(|row| DueProduct {
        product_id: row.product_id,
        store_id: row.store_id,
        is_published: row.is_published,
        period: Period { from: row.discount_from, until: row.discount_until },
    });
    Ok(due.collect())
}

/// Stores whether the own discount applies now, and when that changes next.
pub async fn set_own_discount_state(
    tx: &mut PgConnection,
    product: i64,
    applies: bool,
    reprice_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set own_discount_holds = $2, reprice_at = $3 where product_id = $1",
        product,
        applies,
        reprice_at
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn next_change(tx: &mut PgConnection) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select min(reprice_at) from product where reprice_at is not null").fetch_one(tx).await
}
