//! SQL for generating the history of a demo shop.

use sqlx::PgPool;

pub async fn has_orders(pool: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from purchase) as "exists!""#).fetch_one(pool).await
}

pub async fn delete_unpublished_events(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query!("delete from outbox where position is null and kind <> 'order_delivered'").execute(pool).await?;
    Ok(())
}
