//! Stores the campaigns of stores and applies them. `swept_to` is the last product that a started or ended campaign has
//! updated, null when all are updated.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::product::ChangedProduct;

pub struct NewCampaign<'a> {
    pub campaign_id: i64,
    pub store_id: i64,
    pub percent: i16,
    pub ends_at: DateTime<Utc>,
    /// Empty for a campaign on all products of the store.
    pub products: &'a [i64],
}

/// Does nothing if the campaign's end was received first.
pub async fn start(tx: &mut PgConnection, campaign: &NewCampaign<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "with started as (
             insert into campaign (campaign_id, store_id, percent, ends_at, is_whole_store, is_running, swept_to)
             values ($1, $2, $3, $4, cardinality($5::bigint[]) = 0, true, 0)
             on conflict do nothing
             returning campaign_id
         )
         insert into campaign_product (campaign_id, product_id)
         select started.campaign_id, product.product_id
         from started
         cross join (select distinct product_id from unnest($5::bigint[]) as input (product_id)) as product",
        campaign.campaign_id,
        campaign.store_id,
        campaign.percent,
        campaign.ends_at,
        campaign.products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Records the end. If the start was not received yet, the other values are placeholders.
pub async fn end(tx: &mut PgConnection, campaign: i64, store: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into campaign (campaign_id, store_id, percent, ends_at, is_whole_store, is_running)
         values ($1, $2, 1, now(), false, false)
         on conflict (campaign_id) do update
         set is_running = false, swept_to = 0
         where campaign.is_running",
        campaign,
        store,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Changes the announced end, which does not stop the campaign.
pub async fn set_end(tx: &mut PgConnection, campaign: i64, ends_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update campaign set ends_at = $2 where campaign_id = $1", campaign, ends_at).execute(tx).await?;
    Ok(())
}

/// A started or ended campaign that has not updated all products.
pub struct UnsweptCampaign {
    pub campaign_id: i64,
    store_id: i64,
    is_whole_store: bool,
    swept_to: i64,
}

/// Skips campaigns that another process has locked.
pub async fn lock_unswept(tx: &mut PgConnection) -> sqlx::Result<Option<UnsweptCampaign>> {
    sqlx::query_as!(
        UnsweptCampaign,
        r#"select campaign_id, store_id, is_whole_store, swept_to as "swept_to!"
           from campaign
           where swept_to is not null
           order by campaign_id
           limit 1
           for update skip locked"#,
    )
    .fetch_optional(tx)
    .await
}

pub async fn next_products(tx: &mut PgConnection, campaign: &UnsweptCampaign, limit: i64) -> sqlx::Result<Vec<i64>> {
    if campaign.is_whole_store {
        let products = sqlx::query_scalar!(
            "select product_id from product where store_id = $1 and product_id > $2 order by product_id limit $3",
            campaign.store_id,
            campaign.swept_to,
            limit,
        );
        return products.fetch_all(tx).await;
    }
    let products = sqlx::query_scalar!(
        "select product_id
         from campaign_product
         where campaign_id = $1 and product_id > $2
         order by product_id
         limit $3",
        campaign.campaign_id,
        campaign.swept_to,
        limit,
    );
    products.fetch_all(tx).await
}

pub async fn set_swept_to(tx: &mut PgConnection, campaign: i64, to: Option<i64>) -> sqlx::Result<()> {
    sqlx::query!("update campaign set swept_to = $2 where campaign_id = $1", campaign, to).execute(tx).await?;
    Ok(())
}

pub async fn any_unfinished(tx: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from campaign where is_running)
                  or exists (select from campaign where swept_to is not null) as "are_any!""#,
    )
    .fetch_one(tx)
    .await
}

/// Gives each product its best running campaign, or none. The caller has locked the products, so that concurrent
/// campaigns see each other's result.
pub async fn apply_best(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<ChangedProduct>> {
    sqlx::query_as!(
        ChangedProduct,
        "update product
         set campaign_id = applicable.campaign_id, campaign_percent = applicable.percent
         from (
             select product.product_id, best.campaign_id, coalesce(best.percent, 0::smallint) as percent
             from product
             left join lateral (
                 select campaign.campaign_id, campaign.percent
                 from campaign
                 where campaign.store_id = product.store_id and campaign.is_running
                 and (campaign.is_whole_store or exists (
                     select from campaign_product
                     where campaign_product.campaign_id = campaign.campaign_id
                     and campaign_product.product_id = product.product_id))
                 order by campaign.percent desc, campaign.ends_at desc, campaign.campaign_id
                 limit 1
             ) as best on true
             where product.product_id = any ($1)
         ) as applicable
         where product.product_id = applicable.product_id and product.product_id = any ($1)
         and (product.campaign_id, product.campaign_percent)
             is distinct from (applicable.campaign_id, applicable.percent)
         returning product.product_id, product.store_id, product.is_published",
        products,
    )
    .fetch_all(tx)
    .await
}
