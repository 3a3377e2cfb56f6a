//! Stores the changes of products by staff.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

pub struct Change {
    /// The product's version after the change.
    pub version: i64,
    pub action: String,
    pub operator: i64,
    pub changed_at: DateTime<Utc>,
    /// Values by name, each as `[old, new]`.
    pub fields: Value,
}

pub async fn insert(tx: &mut PgConnection, product: i64, change: &Change) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product_change (product_id, version, action, operator_id, changed_at, fields)
         values ($1, $2, $3, $4, $5, $6)",
        product,
        change.version,
        change.action,
        change.operator,
        change.changed_at,
        change.fields,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the last changes, newest first.
pub async fn latest(tx: &mut PgConnection, product: i64, limit: i64) -> sqlx::Result<Vec<Change>> {
    sqlx::query_as!(
        Change,
        "select version, action, operator_id as operator, changed_at, fields
         from product_change
         where product_id = $1
         order by version desc
         limit $2",
        product,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Returns the changes after `version`, newest first.
pub async fn since(tx: &mut PgConnection, product: i64, version: i64) -> sqlx::Result<Vec<Change>> {
    sqlx::query_as!(
        Change,
        "select version, action, operator_id as operator, changed_at, fields
         from product_change
         where product_id = $1 and version > $2
         order by version desc",
        product,
        version,
    )
    .fetch_all(tx)
    .await
}
