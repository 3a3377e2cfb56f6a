//! Campaigns for display in one language.

use chrono::{DateTime, Utc};
use kit::{Language, page::Page};
use sqlx::PgConnection;

use crate::domain::campaign::Status;

pub struct CampaignRow {
    pub campaign_id: i64,
    pub store_id: i64,
    pub store_name: String,
    pub store_slug: String,
    pub name: String,
    pub text: String,
    pub image_url: String,
    pub focus_x: i16,
    pub focus_y: i16,
    pub percent: i16,
    pub status: String,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// Counts only products that the store sells now.
    pub product_count: i64,
}

/// `$1` is the language; `$ending` completes the query.
macro_rules! campaign_rows {
    ($ending:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            CampaignRow,
            r#"select campaign.campaign_id, campaign.store_id, store.name as store_name, store.slug as store_slug,
                      coalesce(nullif(campaign.words -> $1 ->> 'name', ''), campaign.words -> 'az' ->> 'name', '') as "name!",
                      coalesce(nullif(campaign.words -> $1 ->> 'text', ''), campaign.words -> 'az' ->> 'text', '') as "text!",
                      campaign.image_url, campaign.focus_x, campaign.focus_y, campaign.percent, campaign.status,
                      campaign.starts_at, campaign.ends_at,
                      case when campaign.is_whole_store then store.product_count else (
                          select count(*)
                          from campaign_product
                          join store_product on store_product.product_id = campaign_product.product_id
                          where campaign_product.campaign_id = campaign.campaign_id and store_product.store_id = campaign.store_id)
                      end as "product_count!"
               from campaign
               join store on store.store_id = campaign.store_id "# + $ending,
            $($value),+
        )
    };
}

/// Returns up to 100 campaigns: running ones by end, then those that start before `soon` by start.
pub async fn of_store(
    tx: &mut PgConnection,
    language: Language,
    store: i64,
    soon: DateTime<Utc>,
) -> sqlx::Result<Vec<CampaignRow>> {
    campaign_rows!(
        "where store.store_id = $2 and store.is_open
         and (campaign.status = 'running' or campaign.status = 'planned' and campaign.starts_at < $3)
         order by campaign.status <> 'running', campaign.due_at, campaign.campaign_id
         limit 100",
        language.code(),
        store,
        soon,
    )
    .fetch_all(tx)
    .await
}

/// The earliest end comes first.
pub async fn running(tx: &mut PgConnection, language: Language, page: Page) -> sqlx::Result<Vec<CampaignRow>> {
    campaign_rows!(
        "where campaign.status = 'running' and store.is_open
         order by campaign.ends_at, campaign.campaign_id
         limit $2
         offset $3",
        language.code(),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn count_running(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from campaign
           join store on store.store_id = campaign.store_id
           where campaign.status = 'running' and store.is_open"#,
    )
    .fetch_one(tx)
    .await
}

/// Finds a campaign of an open store that runs or starts before `soon`.
pub async fn find(
    tx: &mut PgConnection,
    language: Language,
    campaign: i64,
    soon: DateTime<Utc>,
) -> sqlx::Result<Option<CampaignRow>> {
    campaign_rows!(
        "where campaign.campaign_id = $2 and store.is_open
         and (campaign.status = 'running' or campaign.status = 'planned' and campaign.starts_at < $3)",
        language.code(),
        campaign,
        soon,
    )
    .fetch_optional(tx)
    .await
}

/// Products that the store sells now, newest first.
pub async fn products(tx: &mut PgConnection, campaign: i64, page: Page) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select store_product.product_id
         from campaign
         join store_product on store_product.store_id = campaign.store_id
         where campaign.campaign_id = $1
         and (campaign.is_whole_store or exists (
             select from campaign_product
             where campaign_product.campaign_id = $1 and campaign_product.product_id = store_product.product_id))
         order by store_product.product_id desc
         limit $2
         offset $3",
        campaign,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

#[derive(Debug, Clone, Default)]
pub struct Filter<'a> {
    pub status: Option<Status>,
    /// Slug or id that the caller chose.
    pub store: Option<&'a str>,
    /// Ids of the stores that the caller may see; `None` means all.
    pub visible_stores: Option<&'a [i64]>,
}

/// Returns campaigns for staff, newest first.
pub async fn page(
    tx: &mut PgConnection,
    language: Language,
    filter: &Filter<'_>,
    page: Page,
) -> sqlx::Result<Vec<CampaignRow>> {
    campaign_rows!(
        "where ($2::text is null or campaign.status = $2)
         and ($3::text is null or store.slug = $3 or store.store_id = $4)
         and ($5::bigint[] is null or store.store_id = any ($5))
         order by campaign.campaign_id desc
         limit $6
         offset $7",
        language.code(),
        filter.status.map(Status::key),
        filter.store,
        filter.store.and_then(|store| store.parse::<i64>().ok()),
        filter.visible_stores as Option<&[i64]>,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn count(tx: &mut PgConnection, filter: &Filter<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from campaign
           join store on store.store_id = campaign.store_id
           where ($1::text is null or campaign.status = $1)
             and ($2::text is null or store.slug = $2 or store.store_id = $3)
             and ($4::bigint[] is null or store.store_id = any ($4))"#,
        filter.status.map(Status::key),
        filter.store,
        filter.store.and_then(|store| store.parse::<i64>().ok()),
        filter.visible_stores as Option<&[i64]>,
    )
    .fetch_one(tx)
    .await
}
