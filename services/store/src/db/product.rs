//! Which store a product of the catalogue belongs to.

use sqlx::PgConnection;

pub async fn remember(tx: &mut PgConnection, product: i64, store: i64) -> sqlx::Result<()> {
    sqlx::query!("insert into store_product (product_id, store_id) values ($1, $2)", product, store)
        .execute(tx)
        .await?;
    Ok(())
}

/// The store it belonged to.
pub async fn forget(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("delete from store_product where product_id = $1 returning store_id", product)
        .fetch_optional(tx)
        .await
}

/// Lets nobody publish or withdraw until the transaction ends: a store that is just being opened is not there to be counted
/// up, so a product that came between the counting and the opening would be lost.
pub async fn hold_still(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table store_product in share mode").execute(tx).await?;
    Ok(())
}

pub async fn count_of(tx: &mut PgConnection, store: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from store_product where store_id = $1"#, store)
        .fetch_one(tx)
        .await
}
