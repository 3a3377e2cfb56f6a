//! What is known of the stores: what they announce, and nothing else.

use sqlx::PgConnection;

/// Whether the store was open before; `None` when it is new.
pub async fn save(
    tx: &mut PgConnection,
    name: &str,
    slug: &str,
    store: i64,
    is_open: bool,
) -> sqlx::Result<Option<bool>> {
    let was_open = sqlx::query_scalar!("select is_open from store_ref where store_id = $1", store)
        .fetch_optional(&mut *tx)
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
    .execute(&mut *tx)
    .await?;
    sqlx::query!("insert into shelf (store_id) values ($1) on conflict do nothing", store).execute(tx).await?;
    Ok(was_open)
}

/// Remembers a store that has not announced itself yet; whatever it announced holds.
pub async fn introduce(tx: &mut PgConnection, store: i64, name: &str, slug: &str) -> sqlx::Result<()> {
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

pub async fn products(tx: &mut PgConnection, store: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select product_id from product where store_id = $1", store).fetch_all(tx).await
}
