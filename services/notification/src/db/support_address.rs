//! A copy of the seo service's contact address.

use sqlx::PgConnection;

pub async fn get(tx: &mut PgConnection) -> sqlx::Result<String> {
    sqlx::query_scalar!("select email from support_address").fetch_one(tx).await
}

pub async fn set(tx: &mut PgConnection, email: &str) -> sqlx::Result<()> {
    sqlx::query!("update support_address set email = $1", email).execute(tx).await?;
    Ok(())
}
