//! Reads and writes campaigns. `campaign_page.rs` reads them for display.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use crate::domain::campaign::{AllWords, Campaign, Focus, Plan, Scope, Status};

struct CampaignRow {
    campaign_id: i64,
    store_id: i64,
    words: Json<AllWords>,
    image_url: String,
    focus_x: i16,
    focus_y: i16,
    percent: i16,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    is_whole_store: bool,
    status: String,
    /// Empty if the campaign is for the whole store.
    products: Vec<i64>,
}

impl From<CampaignRow> for Campaign {
    fn from(row: CampaignRow) -> Self {
        let plan = Plan {
            store: row.store_id,
            words: row.words.0,
            image_url: row.image_url,
            focus: Focus { x: row.focus_x, y: row.focus_y },
            percent: row.percent,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            scope: if row.is_whole_store { Scope::WholeStore } else { Scope::Products(row.products) },
        };
        // The fallback is never used: the check constraint allows no other status.
        let status = Status::of_key(&row.status).unwrap_or(Status::Ended);
        Self { id: row.campaign_id, plan, status }
    }
}

/// `$ending` completes the query, for example with `where`.
macro_rules! campaigns {
    ($ending:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            CampaignRow,
            r#"select campaign_id, store_id, words as "words: Json<AllWords>", image_url, focus_x, focus_y, percent, starts_at, ends_at,
                      is_whole_store, status,
                      array(
                          select product_id
                          from campaign_product
                          where campaign_product.campaign_id = campaign.campaign_id
                          order by product_id) as "products!"
               from campaign "# + $ending,
            $($value),+
        )
    };
}

pub async fn find(tx: &mut PgConnection, campaign: i64) -> sqlx::Result<Option<Campaign>> {
    let row = campaigns!("where campaign_id = $1", campaign).fetch_optional(tx).await?;
    Ok(row.map(Campaign::from))
}

/// Reads the row in a second statement: the locking one may return it as it was before the wait.
pub async fn lock(tx: &mut PgConnection, campaign: i64) -> sqlx::Result<Option<Campaign>> {
    let locked =
        sqlx::query_scalar!("select campaign_id from campaign where campaign_id = $1 for no key update", campaign);
    match locked.fetch_optional(&mut *tx).await? {
        Some(campaign) => find(tx, campaign).await,
        None => Ok(None),
    }
}

/// Locks the campaign that has been due longest. A concurrent caller waits, and then finds it no longer due.
pub async fn lock_due(tx: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Option<Campaign>> {
    let locked = sqlx::query_scalar!(
        "select campaign_id
         from campaign
         where due_at <= $1
         order by due_at, campaign_id
         limit 1
         for no key update",
        now,
    );
    match locked.fetch_optional(&mut *tx).await? {
        Some(campaign) => find(tx, campaign).await,
        None => Ok(None),
    }
}

pub async fn next_due(tx: &mut PgConnection) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select min(due_at) from campaign where due_at is not null").fetch_one(tx).await
}

pub async fn insert(tx: &mut PgConnection, plan: &Plan, now: DateTime<Utc>) -> sqlx::Result<i64> {
    let id = sqlx::query_scalar!(
        "insert into campaign (store_id, words, image_url, percent, starts_at, ends_at, is_whole_store, created_at, focus_x, focus_y)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         returning campaign_id",
        plan.store,
        Json(&plan.words) as _,
        plan.image_url,
        plan.percent,
        plan.starts_at,
        plan.ends_at,
        plan.scope == Scope::WholeStore,
        now,
        plan.focus.x,
        plan.focus.y,
    )
    .fetch_one(&mut *tx)
    .await?;
    set_products(tx, id, &plan.scope).await?;
    Ok(id)
}

pub async fn set_plan(tx: &mut PgConnection, campaign: i64, plan: &Plan) -> sqlx::Result<()> {
    sqlx::query!(
        "update campaign
         set store_id = $2, words = $3, image_url = $4, percent = $5, starts_at = $6, ends_at = $7, is_whole_store = $8,
             focus_x = $9, focus_y = $10
         where campaign_id = $1",
        campaign,
        plan.store,
        Json(&plan.words) as _,
        plan.image_url,
        plan.percent,
        plan.starts_at,
        plan.ends_at,
        plan.scope == Scope::WholeStore,
        plan.focus.x,
        plan.focus.y,
    )
    .execute(&mut *tx)
    .await?;
    set_products(tx, campaign, &plan.scope).await
}

/// A campaign for the whole store has no rows.
async fn set_products(tx: &mut PgConnection, campaign: i64, scope: &Scope) -> sqlx::Result<()> {
    let products: &[i64] = if let Scope::Products(products) = scope { products } else { &[] };
    sqlx::query!("delete from campaign_product where campaign_id = $1 and product_id <> all ($2)", campaign, products)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "insert into campaign_product (campaign_id, product_id)
         select $1, product_id
         from unnest($2::bigint[]) as wanted (product_id)
         on conflict do nothing",
        campaign,
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_status(tx: &mut PgConnection, campaign: i64, status: Status) -> sqlx::Result<()> {
    sqlx::query!("update campaign set status = $2 where campaign_id = $1", campaign, status.key()).execute(tx).await?;
    Ok(())
}
