//! Stores the ids of erased accounts. A service that has missed the event of an erasure reads them in a snapshot, and
//! then deletes its data of the account.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Records that the account was erased.
pub async fn insert(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("insert into erased_account (account_id, erased_at) values ($1, $2)", account, at).execute(tx).await?;
    Ok(())
}

/// Returns the next ids greater than `after`.
pub async fn page(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select account_id from erased_account where account_id > $1 order by account_id limit $2",
        after,
        limit,
    )
    .fetch_all(tx)
    .await
}
