//! Rows for snapshots. A snapshot is a service's whole state as events, for consumers that start or have missed events.
//!
//! This service publishes a snapshot of stores and campaigns. It reads the catalogue's snapshot, and then has to find
//! the stored rows that the catalogue no longer knows.

use sqlx::PgConnection;

/// A store as other services know it.
pub struct StoreState {
    pub store_id: i64,
    pub name: String,
    pub slug: String,
    pub is_open: bool,
}

/// Returns a page of stores in ascending order of id. `after` is the last id of the previous page.
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

/// Returns a page of ids of running campaigns, ascending. `after` is the last id of the previous page.
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

/// Returns the stored products that the catalogue's snapshot does not contain: they are no longer for sale.
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

/// Returns the products whose stored reviews the catalogue's snapshot does not contain: they no longer have reviews.
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
