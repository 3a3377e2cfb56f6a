//! Which product is meant, and whether it is to be seen.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::publication::State;

pub struct Found {
    pub product_id: i64,
    pub category_id: i64,
}

/// What is for sale, by its slug, one it had before, or its id.
pub async fn find(tx: &mut PgConnection, slug_or_id: &str) -> sqlx::Result<Option<Found>> {
    sqlx::query_as!(
        Found,
        "select product_id, category_id
         from product
         where product_id = coalesce(
             (select product_id from product where slug = $1), (select product_id from product_slug where slug = $1), $2)
         and is_published and store_is_open",
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_optional(tx)
    .await
}

/// Whether it was for sale and is not any more.
pub async fn is_withdrawn(tx: &mut PgConnection, slug_or_id: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select
               from product
               where product_id = coalesce(
                   (select product_id from product where slug = $1), (select product_id from product_slug where slug = $1), $2)
               and state = 'withdrawn'
           ) as "exists!""#,
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_one(tx)
    .await
}

/// Its store; none when the product was in this state before or there is no such product. What is published for the first
/// time is new from then on.
pub async fn set_state(
    tx: &mut PgConnection,
    product: i64,
    state: State,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "update product
         set state = $2, published_at = case when state = 'draft' and $2 = 'published' then $3 else published_at end
         where product_id = $1 and state <> $2
         returning store_id",
        product,
        state.name(),
        now,
    )
    .fetch_optional(tx)
    .await
}

/// Locks every product, by id.
pub async fn lock_all(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select product_id from product order by product_id for no key update").fetch_all(tx).await?;
    Ok(())
}
