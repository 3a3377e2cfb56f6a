//! Finds single products, and changes their state.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::publication::State;

pub struct FoundProduct {
    pub product_id: i64,
    pub category_id: i64,
}

/// Also finds a product by a former slug.
pub async fn find(tx: &mut PgConnection, slug_or_id: &str) -> sqlx::Result<Option<FoundProduct>> {
    sqlx::query_as!(
        FoundProduct,
        "select product_id, category_id
         from product
         where product_id = coalesce(
             (select product_id from product where slug = $1),
             (select product_id from product_slug where slug = $1),
             $2)
         and is_published and store_is_open",
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn is_withdrawn(tx: &mut PgConnection, slug_or_id: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select
               from product
               where product_id = coalesce(
                   (select product_id from product where slug = $1),
                   (select product_id from product_slug where slug = $1),
                   $2)
               and state = 'withdrawn'
           ) as "exists!""#,
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_one(tx)
    .await
}

/// Returns the product's store, or `None` if nothing changed. The first publication sets `published_at`.
pub async fn set_state(
    tx: &mut PgConnection,
    product_id: i64,
    state: State,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "update product
         set state = $2,
             version = version + 1,
             published_at = case when state = 'draft' and $2 = 'published' then $3 else published_at end
         where product_id = $1 and state <> $2
         returning store_id",
        product_id,
        state.name(),
        now,
    )
    .fetch_optional(tx)
    .await
}

/// A product whose event `ProductChanged` must be published.
pub struct ChangedProduct {
    pub product_id: i64,
    pub store_id: i64,
    pub is_published: bool,
}

pub async fn changed(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<ChangedProduct>> {
    sqlx::query_as!(
        ChangedProduct,
        "select product_id, store_id, is_published from product where product_id = any ($1) order by product_id",
        products,
    )
    .fetch_all(tx)
    .await
}

/// Locks all products in id order, for callers that later update products in another order.
pub async fn lock_all(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select product_id from product order by product_id for no key update").fetch_all(tx).await?;
    Ok(())
}
