//! What a snapshot of the stores names, and what one of the catalogue did not.

use sqlx::PgConnection;

pub struct Standing {
    pub store_id: i64,
    pub name: String,
    pub slug: String,
    pub is_open: bool,
}

pub async fn stores(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<Standing>> {
    sqlx::query_as!(
        Standing,
        "select store_id, name, slug, is_open from store where store_id > $1 order by store_id limit $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// The campaigns that run.
pub async fn running(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select campaign_id
         from campaign
         where campaign_id > $1 and status = 'running'
         order by campaign_id
         limit $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Products that the snapshot of the catalogue did not name: they are for sale no longer.
pub async fn unnamed_products(tx: &mut PgConnection) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_id
         from store_product
         where not exists (
             select from feed_snapshot
             where feed = 'catalog' and kind = 'product_changed' and subject = store_product.product_id)",
    )
    .fetch_all(tx)
    .await
}

/// Products with reviews of which the snapshot of the catalogue named none: they have none any more.
pub async fn unnamed_ratings(tx: &mut PgConnection) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_id
         from product_rating
         where review_count > 0 and not exists (
             select from feed_snapshot
             where feed = 'catalog' and kind = 'product_rated' and subject = product_rating.product_id)",
    )
    .fetch_all(tx)
    .await
}
