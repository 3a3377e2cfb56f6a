//! Table `robots`: one row with the operators' part of robots.txt.

use sqlx::PgConnection;

pub async fn find(tx: &mut PgConnection) -> sqlx::Result<String> {
    Ok(sqlx::query_scalar!("select text from robots").fetch_optional(tx).await?.unwrap_or_default())
}

/// Saves the text. Returns whether it changed.
pub async fn save(tx: &mut PgConnection, text: &str) -> sqlx::Result<bool> {
    let saved = sqlx::query!("update robots set text = $1 where text <> $1", text).execute(tx).await?;
    Ok(saved.rows_affected() == 1)
}
