//! Pages of the snapshot that this service publishes, and rows that the catalogue's snapshot no longer contains.

use sqlx::PgConnection;

pub struct StoreState {
    pub store_id: i64,
    pub name: String,
    pub slug: String,
    pub is_open: bool,
}

/// `after` is the last id of the previous page.
pub async fn stores(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<StoreState>> {
    sqlx::query_as!(
        StoreState,
        "select store_id, name, slug, is_open from store where store_id > $1 order by store_id limit $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// `after` is the last id of the previous page.
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

pub async fn products_missing_in_snapshot(tx: &mut PgConnection) -> sqlx::Result<Vec<i64>> {
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

pub async fn ratings_missing_in_snapshot(tx: &mut PgConnection) -> sqlx::Result<Vec<i64>> {
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
