//! Stores for staff, who see open and closed ones.

use chrono::{DateTime, Utc};
use kit::{Error, cursor, db::OnConstraint as _};
use serde_json::Value;
use sqlx::PgConnection;

use crate::domain::store::{Profile, Store};

/// Folded name and id of the last store of a page.
pub type Position = (String, i64);

struct StoreRow {
    store_id: i64,
    version: i64,
    name: String,
    folded_name: String,
    slug: String,
    about: Value,
    logo_url: String,
    cover_url: String,
    is_open: bool,
    opened_at: DateTime<Utc>,
    product_count: i64,
    subscriber_count: i64,
    rating: f64,
}

impl From<StoreRow> for Store {
    fn from(row: StoreRow) -> Self {
        Self {
            id: row.store_id,
            version: row.version,
            profile: Profile {
                name: row.name,
                slug: row.slug,
                about: row.about,
                logo_url: row.logo_url,
                cover_url: row.cover_url,
            },
            is_open: row.is_open,
            opened_at: row.opened_at,
            product_count: row.product_count,
            subscriber_count: row.subscriber_count,
            rating: row.rating,
        }
    }
}

/// `$ending` completes the query, for example with `where`.
macro_rules! stores {
    ($ending:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            StoreRow,
            r#"select store_id, version, name, folded_name, slug, about, logo_url, cover_url, is_open, opened_at, product_count,
                      subscriber_count, rating::float8 as "rating!"
               from store "# + $ending,
            $($value),+
        )
    };
}

#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Part of the name, ignoring case and diacritics.
    pub text: Option<String>,
    pub is_open: Option<bool>,
}

/// Returns up to `limit` stores by name, and the position after which the next page begins, if any.
pub async fn page(
    tx: &mut PgConnection,
    filter: &Filter,
    after: Option<&Position>,
    limit: i64,
) -> sqlx::Result<(Vec<Store>, Option<Position>)> {
    let rows = stores!(
        "where ($1::text is null or strpos(folded_name, fold_name($1)) > 0) and ($2::boolean is null or is_open = $2)
             and ($3::text is null or (folded_name, store_id) > ($3, $4))
         order by folded_name, store_id
         limit $5",
        filter.text.as_deref(),
        filter.is_open,
        after.map(|(folded_name, _)| folded_name.as_str()),
        after.map_or(0, |(_, store)| *store),
        // The extra row shows whether there is a next page.
        limit + 1,
    );
    let mut rows = rows.fetch_all(tx).await?;
    let next = cursor::split(&mut rows, limit, |row| (row.folded_name.clone(), row.store_id));
    Ok((rows.into_iter().map(Store::from).collect(), next))
}

pub async fn find(tx: &mut PgConnection, store: i64) -> sqlx::Result<Option<Store>> {
    Ok(stores!("where store_id = $1", store).fetch_optional(tx).await?.map(Store::from))
}

/// Reads the row in a second statement: the locking one may return it as it was before the wait.
pub async fn lock(tx: &mut PgConnection, store: i64) -> sqlx::Result<Option<Store>> {
    let locked = sqlx::query_scalar!("select store_id from store where store_id = $1 for no key update", store);
    match locked.fetch_optional(&mut *tx).await? {
        Some(store) => find(tx, store).await,
        None => Ok(None),
    }
}

/// Returns current and former slugs equal to `slug`, or starting with `slug-`.
pub async fn slugs_like(tx: &mut PgConnection, slug: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select slug as "slug!"
           from (select slug from store union select slug from store_slug) as taken
           where slug = $1 or starts_with(slug, $1 || '-')"#,
        slug,
    )
    .fetch_all(tx)
    .await
}

/// Returns `None` if the slug is taken.
pub async fn insert(tx: &mut PgConnection, profile: &Profile, now: DateTime<Utc>) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into store (slug, name, about, logo_url, cover_url, opened_at, changed_at)
         values ($1, $2, $3, $4, $5, $6, $6)
         on conflict (slug) do nothing
         returning store_id",
        profile.slug,
        profile.name,
        profile.about,
        profile.logo_url,
        profile.cover_url,
        now,
    )
    .fetch_optional(tx)
    .await
}

pub async fn update(tx: &mut PgConnection, store: i64, profile: &Profile, now: DateTime<Utc>) -> kit::Result<()> {
    sqlx::query!(
        "update store
         set slug = $2, name = $3, about = $4, logo_url = $5, cover_url = $6, changed_at = $7, version = version + 1
         where store_id = $1",
        store,
        profile.slug,
        profile.name,
        profile.about,
        profile.logo_url,
        profile.cover_url,
        now,
    )
    .execute(tx)
    .await
    .on_constraint("store_slug_key", || Error::invalid("slug", "duplicate"))?;
    Ok(())
}

pub async fn open(tx: &mut PgConnection, store: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update store set is_open = true, changed_at = $2, version = version + 1 where store_id = $1",
        store,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn close(tx: &mut PgConnection, store: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update store set is_open = false, changed_at = $2, version = version + 1 where store_id = $1",
        store,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
