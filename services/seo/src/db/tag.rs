//! The tools that measure, and the shop's ids with them.

use sqlx::PgConnection;

pub async fn find(tx: &mut PgConnection, tag: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select value from tag where tag = $1", tag).fetch_optional(tx).await
}
