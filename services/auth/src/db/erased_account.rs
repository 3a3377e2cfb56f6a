//! Ids of erased accounts, for consumers that have missed the event of an erasure.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub async fn insert(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("insert into erased_account (account_id, erased_at) values ($1, $2)", account, at).execute(tx).await?;
    Ok(())
}

pub async fn page(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select account_id from erased_account where account_id > $1 order by account_id limit $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}
