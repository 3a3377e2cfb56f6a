//! Closes stores and ends campaigns that a complete snapshot of the store service's feed did not contain.

use sqlx::PgConnection;

/// Locks the products that triggers update, in id order to avoid deadlock.
pub async fn close_missing_stores(tx: &mut PgConnection) -> sqlx::Result<Vec<i64>> {
    sqlx::query!(
        "select product_id
         from product
         where store_is_open and not exists (
             select from feed_snapshot
             where feed = 'store' and kind = 'store_changed' and subject = product.store_id)
         order by product_id
         for no key update",
    )
    .fetch_all(&mut *tx)
    .await?;
    sqlx::query_scalar!(
        "update store_ref
         set is_open = false
         where is_open and not exists (
             select from feed_snapshot
             where feed = 'store' and kind = 'store_changed' and subject = store_ref.store_id)
         returning store_id",
    )
    .fetch_all(tx)
    .await
}

/// Also restarts campaigns that were recorded as ended.
pub async fn sync_campaigns(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "with started as (
             select subject from feed_snapshot where feed = 'store' and kind = 'campaign_started'
         )
         update campaign
         set is_running = not is_running, swept_to = 0
         where is_running <> exists (select from started where subject = campaign_id)
             -- A campaign of which only the end was received has no products.
             and (is_running or is_whole_store or exists (
                 select from campaign_product where campaign_product.campaign_id = campaign.campaign_id))",
    )
    .execute(tx)
    .await?;
    Ok(())
}
