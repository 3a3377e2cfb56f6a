//! The table of settings: a handful of rows.

use sqlx::PgConnection;

pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<(String, serde_json::Value)>> {
    let rows = sqlx::query!("select key, value from setting order by key limit 100").fetch_all(tx).await?;
    Ok(rows.into_iter().map(|row| (row.key, row.value)).collect())
}
