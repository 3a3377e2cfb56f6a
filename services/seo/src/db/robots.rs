//! One row with the part of robots.txt that staff write.

use sqlx::PgConnection;

pub async fn find(tx: &mut PgConnection) -> sqlx::Result<String> {
    Ok(sqlx::query_scalar!("select text from robots").fetch_optional(tx).await?.unwrap_or_default())
}

pub async fn lock(tx: &mut PgConnection) -> sqlx::Result<String> {
    Ok(sqlx::query_scalar!("select text from robots for update").fetch_optional(tx).await?.unwrap_or_default())
}

/// Returns whether the text changed.
pub async fn save(tx: &mut PgConnection, text: &str) -> sqlx::Result<bool> {
    let saved = sqlx::query!("update robots set text = $1 where text <> $1", text).execute(tx).await?;
    Ok(saved.rows_affected() == 1)
}
