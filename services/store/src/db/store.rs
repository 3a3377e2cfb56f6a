//! The table of stores.

use chrono::{DateTime, Utc};
use kit::{Language, page::Page};
use sqlx::PgConnection;

pub struct Row {
    pub store_id: i64,
    pub slug: String,
    pub name: String,
    pub about: String,
    pub logo_url: String,
    pub cover_url: String,
    pub rating: f64,
    pub subscriber_count: i64,
    pub product_count: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Popular,
    Newest,
    Rating,
    Name,
}

impl Sort {
    fn key(self) -> &'static str {
        match self {
            Self::Popular => "popular",
            Self::Newest => "newest",
            Self::Rating => "rating",
            Self::Name => "name",
        }
    }
}

/// Open stores whose name holds `search`, and how many there are in all. Stores are few: the sort need not be indexed.
pub async fn page(
    tx: &mut PgConnection,
    language: Language,
    search: Option<&str>,
    sort: Sort,
    page: Page,
) -> sqlx::Result<(Vec<Row>, i64)> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from store
           where is_open and ($1::text is null or strpos(lower(name collate "az-x-icu"), lower($1 collate "az-x-icu")) > 0)"#,
        search,
    )
    .fetch_one(&mut *tx)
    .await?;
    let rows = sqlx::query_as!(
        Row,
        r#"select store_id, slug, name, coalesce(about ->> $1, about ->> 'az', '') as "about!", logo_url, cover_url,
                  rating::float8 as "rating!", subscriber_count, product_count
           from store
           where is_open and ($2::text is null or strpos(lower(name collate "az-x-icu"), lower($2 collate "az-x-icu")) > 0)
           order by case when $3 = 'popular' then subscriber_count end desc,
                    case when $3 = 'popular' then product_count end desc,
                    case when $3 = 'newest' then opened_at end desc,
                    case when $3 = 'rating' then rating end desc,
                    case when $3 = 'name' then name end collate "az-x-icu",
                    store_id
           limit $4
           offset $5"#,
        language.code(),
        search,
        sort.key(),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await?;
    Ok((rows, total))
}

/// By slug or id.
pub async fn find(tx: &mut PgConnection, language: Language, slug_or_id: &str) -> sqlx::Result<Option<Row>> {
    sqlx::query_as!(
        Row,
        r#"select store_id, slug, name, coalesce(about ->> $1, about ->> 'az', '') as "about!", logo_url, cover_url,
                  rating::float8 as "rating!", subscriber_count, product_count
           from store
           where is_open and (slug = $2 or store_id = $3)
           order by slug = $2 desc
           limit 1"#,
        language.code(),
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn add_products(tx: &mut PgConnection, store: i64, count: i64) -> sqlx::Result<()> {
    sqlx::query!("update store set product_count = product_count + $2 where store_id = $1", store, count)
        .execute(tx)
        .await?;
    Ok(())
}

pub struct New<'a> {
    pub store_id: i64,
    pub slug: &'a str,
    pub name: &'a str,
    pub about: &'a serde_json::Value,
    pub logo_url: &'a str,
    pub cover_url: &'a str,
    pub rating: f64,
    pub product_count: i64,
    pub opened_at: DateTime<Utc>,
}

/// True when it is new or differs from what was there.
pub async fn save(tx: &mut PgConnection, store: &New<'_>) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "insert into store (store_id, slug, name, about, logo_url, cover_url, rating, product_count, opened_at)
         values ($1, $2, $3, $4, $5, $6, $7::float8::numeric, $8, $9)
         on conflict (store_id) do update
         set slug = excluded.slug, name = excluded.name, about = excluded.about, logo_url = excluded.logo_url,
             cover_url = excluded.cover_url, rating = excluded.rating
         where (store.slug, store.name, store.about, store.logo_url, store.cover_url, store.rating)
               is distinct from
               (excluded.slug, excluded.name, excluded.about, excluded.logo_url, excluded.cover_url, excluded.rating)",
        store.store_id,
        store.slug,
        store.name,
        store.about,
        store.logo_url,
        store.cover_url,
        store.rating,
        store.product_count,
        store.opened_at,
    )
    .execute(tx)
    .await?;
    Ok(saved.rows_affected() == 1)
}

/// New stores get ids above the loaded ones.
pub async fn skip_loaded_ids(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select setval(pg_get_serial_sequence('store', 'store_id'), (select coalesce(max(store_id), 0) + 1 from store), false)")
        .fetch_one(tx)
        .await?;
    Ok(())
}
