//! Table `tag`: the shop's ids in analytics tools. A tag is a tool, and its value is the id.

use sqlx::PgConnection;

/// A tool with its id.
pub struct TagRow {
    /// The name of the tool, such as `google-analytics`.
    pub tag: String,
    /// The id, or empty if the tool is turned off.
    pub value: String,
}

/// Returns the id of the shop in a tool.
pub async fn find(tx: &mut PgConnection, tag: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select value from tag where tag = $1", tag).fetch_optional(tx).await
}

/// Returns the ids of the shop in all tools.
pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<TagRow>> {
    sqlx::query_as!(TagRow, "select tag, value from tag order by tag").fetch_all(tx).await
}

/// Returns an id and locks it until the transaction ends.
pub async fn lock(tx: &mut PgConnection, tag: &str) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select value from tag where tag = $1 for update", tag).fetch_optional(tx).await
}

/// Stores an id. Returns whether it changed.
pub async fn save(tx: &mut PgConnection, tag: &str, value: &str) -> sqlx::Result<bool> {
    let saved =
        sqlx::query!("update tag set value = $2 where tag = $1 and value <> $2", tag, value).execute(tx).await?;
    Ok(saved.rows_affected() == 1)
}
