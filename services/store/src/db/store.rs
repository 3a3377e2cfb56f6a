//! Stores for shoppers, who see only open ones, and their counts. `store_admin.rs` serves staff.

use kit::{Language, page::Page};
use sqlx::PgConnection;

use super::rating::Reviews;

pub struct StoreRow {
    pub store_id: i64,
    pub slug: String,
    pub name: String,
    pub about: String,
    pub logo_url: String,
    pub cover_url: String,
    /// Average stars, 1 to 5; 0 without reviews.
    pub rating: f64,
    pub review_count: i64,
    pub subscriber_count: i64,
    pub product_count: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Sort {
    Popular,
    Newest,
    Rating,
    Name,
}

impl Sort {
    /// The names that [`page`] compares.
    fn key(self) -> &'static str {
        self.into()
    }
}

#[derive(Debug, Clone)]
pub struct Filter {
    /// Part of the name, ignoring case and diacritics.
    pub search: Option<String>,
    /// Ids of the stores to return.
    pub only: Option<Vec<i64>>,
}

/// `$1` is the language; `$ending` completes the query.
macro_rules! stores {
    ($ending:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            StoreRow,
            r#"select store.store_id, store.slug, store.name, coalesce(store.about ->> $1, store.about ->> 'az', '') as "about!",
                      store.logo_url, store.cover_url, store.rating::float8 as "rating!", store.review_count,
                      store.subscriber_count, store.product_count
               from store "# + $ending,
            $($value),+
        )
    };
}

/// No index serves the order, because there are few stores.
pub async fn page(
    tx: &mut PgConnection,
    language: Language,
    filter: &Filter,
    sort: Sort,
    page: Page,
) -> sqlx::Result<Vec<StoreRow>> {
    stores!(
        r#"where is_open
             and ($2::text is null or strpos(folded_name, fold_name($2)) > 0)
             and ($3::bigint[] is null or store_id = any ($3))
           order by case when $4 = 'popular' then subscriber_count end desc,
                    case when $4 = 'popular' then product_count end desc,
                    case when $4 = 'newest' then opened_at end desc,
                    case when $4 = 'rating' then rating end desc,
                    case when $4 = 'rating' then review_count end desc,
                    case when $4 = 'name' then name end collate "az-x-icu",
                    store_id
           limit $5
           offset $6"#,
        language.code(),
        filter.search.as_deref(),
        filter.only.as_deref(),
        sort.key(),
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

pub async fn count(tx: &mut PgConnection, filter: &Filter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from store
           where is_open
             and ($1::text is null or strpos(folded_name, fold_name($1)) > 0)
             and ($2::bigint[] is null or store_id = any ($2))"#,
        filter.search.as_deref(),
        filter.only.as_deref(),
    )
    .fetch_one(tx)
    .await
}

/// Finds an open store by current slug, else by former slug, else by id.
pub async fn find(tx: &mut PgConnection, language: Language, slug_or_id: &str) -> sqlx::Result<Option<StoreRow>> {
    stores!(
        "where is_open and store.store_id = coalesce(
             (select store_id from store where slug = $2),
             (select store_id from store_slug where slug = $2),
             $3)",
        language.code(),
        slug_or_id,
        slug_or_id.parse::<i64>().ok(),
    )
    .fetch_optional(tx)
    .await
}

/// Open stores, most recently followed first.
pub async fn followed_for(
    tx: &mut PgConnection,
    language: Language,
    account: i64,
    page: Page,
) -> sqlx::Result<Vec<StoreRow>> {
    stores!(
        "join follower on follower.store_id = store.store_id
         where follower.account_id = $2 and store.is_open
         order by follower.followed_at desc, follower.store_id desc
         limit $3
         offset $4",
        language.code(),
        account,
        page.limit(),
        page.offset(),
    )
    .fetch_all(tx)
    .await
}

/// Returns `false` if the store is closed or does not exist.
pub async fn is_open(tx: &mut PgConnection, store: i64) -> sqlx::Result<bool> {
    let is_open =
        sqlx::query_scalar!("select is_open from store where store_id = $1", store).fetch_optional(tx).await?;
    Ok(is_open.unwrap_or(false))
}

pub struct NameAndSlug {
    pub name: String,
    pub slug: String,
}

pub async fn name_and_slug(tx: &mut PgConnection, store: i64) -> sqlx::Result<NameAndSlug> {
    sqlx::query_as!(NameAndSlug, "select name, slug from store where store_id = $1", store).fetch_one(tx).await
}

/// `count` may be negative. Locks the rows in ascending order of id, to avoid deadlocks.
pub async fn add_followers(tx: &mut PgConnection, stores: &[i64], count: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "with locked as materialized (
             select store_id
             from store
             where store_id = any ($1)
             order by store_id
             for no key update
         )
         update store
         set subscriber_count = subscriber_count + $2
         from locked
         where store.store_id = locked.store_id",
        stores,
        count,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Differences, which may be negative.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub products: i64,
    pub reviews: Reviews,
}

pub async fn add_counts(tx: &mut PgConnection, store: i64, counts: Counts) -> sqlx::Result<()> {
    sqlx::query!(
        "update store
         set product_count = product_count + $2, review_count = review_count + $3, star_sum = star_sum + $4
         where store_id = $1",
        store,
        counts.products,
        counts.reviews.count,
        counts.reviews.stars,
    )
    .execute(tx)
    .await?;
    Ok(())
}
