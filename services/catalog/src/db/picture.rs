//! Stores uploaded pictures, and the pictures of products.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Width and height are in pixels. Returns `None` if the picture was uploaded before.
pub async fn insert(
    tx: &mut PgConnection,
    hash: &str,
    (width, height): (u32, u32),
    at: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "insert into picture (hash, width, height, uploaded_at)
         values ($1, $2, $3, $4)
         on conflict do nothing
         returning picture_id",
        hash,
        width as i32,
        height as i32,
        at,
    )
    .fetch_optional(tx)
    .await
}

pub async fn uploaded(tx: &mut PgConnection, hashes: &[&str]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select hash from picture where hash = any ($1)", hashes as &[&str]).fetch_all(tx).await
}

pub struct ProductPictures {
    pub store_id: i64,
    pub is_published: bool,
    pub pictures: Vec<String>,
}

pub async fn lock_current(tx: &mut PgConnection, product: i64) -> sqlx::Result<Option<ProductPictures>> {
    sqlx::query_as!(
        ProductPictures,
        "select store_id, is_published, pictures from product where product_id = $1 for no key update",
        product,
    )
    .fetch_optional(tx)
    .await
}

/// Returns the product's new version.
pub async fn set(tx: &mut PgConnection, product: i64, urls: &[String]) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "update product set pictures = $2, version = version + 1 where product_id = $1 returning version",
        product,
        urls,
    )
    .fetch_one(tx)
    .await
}
