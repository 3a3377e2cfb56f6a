//! Writes the demo stores and campaigns, which have fixed ids.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use crate::domain::campaign::Plan;

pub struct NewStore<'a> {
    pub store_id: i64,
    pub slug: &'a str,
    pub name: &'a str,
    pub about: &'a serde_json::Value,
    pub logo_url: &'a str,
    pub cover_url: &'a str,
    pub opened_at: DateTime<Utc>,
    pub now: DateTime<Utc>,
}

/// Returns whether anything changed. A new store counts products that were published before it existed.
pub async fn save_store(tx: &mut PgConnection, store: &NewStore<'_>) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "insert into store (store_id, slug, name, about, logo_url, cover_url, opened_at, changed_at,
                            product_count, review_count, star_sum)
         select $1, $2, $3, $4, $5, $6, $7, $8, count(*), coalesce(sum(review_count), 0), coalesce(sum(star_sum), 0)
         from store_product
         left join product_rating on product_rating.product_id = store_product.product_id
         where store_id = $1
         on conflict (store_id) do update
         set slug = excluded.slug, name = excluded.name, about = excluded.about, logo_url = excluded.logo_url,
             cover_url = excluded.cover_url, changed_at = excluded.changed_at
         where (store.slug, store.name, store.about, store.logo_url, store.cover_url)
               is distinct from
               (excluded.slug, excluded.name, excluded.about, excluded.logo_url, excluded.cover_url)",
        store.store_id,
        store.slug,
        store.name,
        store.about,
        store.logo_url,
        store.cover_url,
        store.opened_at,
        store.now,
    )
    .execute(tx)
    .await?;
    Ok(saved.rows_affected() == 1)
}

/// Moves the sequence of store ids beyond the demo data.
pub async fn skip_store_ids(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "select setval(
             pg_get_serial_sequence('store', 'store_id'),
             (select coalesce(max(store_id), 0) + 1 from store),
             false)",
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Inserts a campaign for a whole store, unless its id exists.
pub async fn insert_campaign(
    tx: &mut PgConnection,
    campaign: i64,
    plan: &Plan,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into campaign (campaign_id, store_id, words, image_url, percent, starts_at, ends_at, is_whole_store, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, true, $8)
         on conflict do nothing",
        campaign,
        plan.store,
        Json(&plan.words) as _,
        plan.image_url,
        plan.percent,
        plan.starts_at,
        plan.ends_at,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Moves the sequence of campaign ids beyond the demo data.
pub async fn skip_campaign_ids(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "select setval(
             pg_get_serial_sequence('campaign', 'campaign_id'),
             (select coalesce(max(campaign_id), 0) + 1 from campaign),
             false)",
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}
