//! SQL for the history of a demo shop: orders of the past months that `history.rs` writes into an empty database.

use sqlx::PgPool;

pub async fn has_orders(pool: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from purchase) as "exists!""#).fetch_one(pool).await
}

/// Deletes unpublished events except `order_delivered`, which allows verified reviews.
pub async fn delete_unpublished_events(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query!("delete from outbox where position is null and kind <> 'order_delivered'").execute(pool).await?;
    Ok(())
}
