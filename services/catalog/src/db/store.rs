//! Stores copies of stores from the store service's events.

use sqlx::PgConnection;

/// Locks the products that triggers update, in id order to avoid deadlock.
pub async fn save(tx: &mut PgConnection, store: i64, name: &str, slug: &str, is_open: bool) -> sqlx::Result<()> {
    sqlx::query!(
        "select product_id
         from product
         where store_id = $1 and (store_name, store_slug, store_is_open) is distinct from ($2, $3, $4)
         order by product_id
         for no key update",
        store,
        name,
        slug,
        is_open,
    )
    .fetch_all(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into store_ref (store_id, name, slug, is_open)
         values ($1, $2, $3, $4)
         on conflict (store_id) do update
         set name = excluded.name, slug = excluded.slug, is_open = excluded.is_open",
        store,
        name,
        slug,
        is_open,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn exists(tx: &mut PgConnection, store: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from store_ref where store_id = $1) as "exists!""#, store)
        .fetch_one(tx)
        .await
}

/// Excludes transactions that write the store's products.
pub async fn lock(tx: &mut PgConnection, store: i64) -> sqlx::Result<()> {
    sqlx::query!("select store_id from store_ref where store_id = $1 for update", store).fetch_optional(tx).await?;
    Ok(())
}

/// Never overwrites a store.
pub async fn insert_if_missing(tx: &mut PgConnection, store: i64, name: &str, slug: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into store_ref (store_id, name, slug, is_open) values ($1, $2, $3, true) on conflict do nothing",
        store,
        name,
        slug,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn product_ids(tx: &mut PgConnection, store: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select product_id from product where store_id = $1", store).fetch_all(tx).await
}

/// Stores that swap slugs may briefly share one; the open store has priority.
pub async fn ids_by_slug(tx: &mut PgConnection) -> sqlx::Result<Vec<(String, i64)>> {
    let rows = sqlx::query!(
        "select distinct on (slug) slug, store_id
         from store_ref
         order by slug, is_open desc, store_id",
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.slug, row.store_id)).collect())
}

pub async fn slug(tx: &mut PgConnection, store: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select slug from store_ref where store_id = $1", store).fetch_optional(tx).await
}
