//! The shop's settings.

use sqlx::PgConnection;

pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<(String, serde_json::Value)>> {
    let rows = sqlx::query!("select key, value from setting order by key limit 100").fetch_all(tx).await?;
    Ok(rows.into_iter().map(|row| (row.key, row.value)).collect())
}

pub async fn lock(tx: &mut PgConnection, keys: &[String]) -> sqlx::Result<Vec<(String, serde_json::Value)>> {
    let rows = sqlx::query!("select key, value from setting where key = any ($1) order by key for update", keys)
        .fetch_all(tx)
        .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.value)).collect())
}

/// Saves in the order of keys, so that concurrent saves cannot deadlock.
pub async fn save(tx: &mut PgConnection, rows: &[(&str, serde_json::Value)]) -> sqlx::Result<()> {
    let keys: Vec<String> = rows.iter().map(|(key, _)| (*key).to_owned()).collect();
    let values: Vec<serde_json::Value> = rows.iter().map(|(_, value)| value.clone()).collect();
    sqlx::query!(
        "insert into setting (key, value)
         select key, value
         from unnest($1::text[], $2::jsonb[]) as new (key, value)
         order by key
         on conflict (key) do update set value = excluded.value",
        &keys,
        &values,
    )
    .execute(tx)
    .await?;
    Ok(())
}
