//! The one row of what operators tell crawlers.

use sqlx::PgConnection;

pub async fn find(tx: &mut PgConnection) -> sqlx::Result<String> {
    Ok(sqlx::query_scalar!("select text from robots").fetch_optional(tx).await?.unwrap_or_default())
}

/// True when it differs from what was there.
pub async fn save(tx: &mut PgConnection, text: &str) -> sqlx::Result<bool> {
    let saved = sqlx::query!("update robots set text = $1 where text <> $1", text).execute(tx).await?;
    Ok(saved.rows_affected() == 1)
}
