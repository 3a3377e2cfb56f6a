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

/// The store that sells it.
pub async fn store_of(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select store_id from store_product where product_id = $1", product).fetch_optional(tx).await
}

/// Those of `products` that the store does not sell.
pub async fn not_of(tx: &mut PgConnection, store: i64, products: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select wanted.product_id as "product_id!"
           from unnest($2::bigint[]) as wanted (product_id)
           where not exists (
               select from store_product
               where store_product.product_id = wanted.product_id and store_product.store_id = $1)"#,
        store,
        products,
    )
    .fetch_all(tx)
    .await
}

/// Lets nobody publish, withdraw or rate until the transaction ends: a store that is just being opened is not there to be
/// counted up, so what came between the counting and the opening would be lost.
pub async fn hold_still(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table store_product in share mode").execute(tx).await?;
    Ok(())
}

/// For who is about to count something of a product to its store, and writes no product: waits for [`hold_still`].
pub async fn keep_moving(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("lock table store_product in row exclusive mode").execute(tx).await?;
    Ok(())
}
