//! The shop's ids in analytics tools.

use sqlx::PgConnection;

pub struct TagRow {
    /// Such as `google-analytics`.
    pub tag: String,
    /// Empty if the tool is turned off.
    pub value: String,
}

pub async fn find(tx: &mut PgConnection, tag: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select value from tag where tag = $1", tag).fetch_optional(tx).await
}

pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<TagRow>> {
    sqlx::query_as!(TagRow, "select tag, value from tag order by tag").fetch_all(tx).await
}

pub async fn lock(tx: &mut PgConnection, tag: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select value from tag where tag = $1 for update", tag).fetch_optional(tx).await
}

/// Returns whether the id changed.
pub async fn save(tx: &mut PgConnection, tag: &str, value: &str) -> sqlx::Result<bool> {
    let saved =
        sqlx::query!("update tag set value = $2 where tag = $1 and value <> $2", tag, value).execute(tx).await?;
    Ok(saved.rows_affected() == 1)
}
