//! Followers of stores. Functions named `…_for` touch only rows of the given account.

use chrono::{DateTime, Utc};
use kit::id::{AccountId, StoreId};
use sqlx::PgConnection;

/// Returns `false` if the account followed the store already.
pub async fn insert_for(
    tx: &mut PgConnection,
    account: AccountId,
    store: StoreId,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into follower (store_id, account_id, followed_at)
         values ($1, $2, $3)
         on conflict do nothing",
        store.0,
        account.0,
        at,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Returns `false` if the account did not follow the store.
pub async fn delete_for(tx: &mut PgConnection, account: AccountId, store: StoreId) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from follower where store_id = $1 and account_id = $2", store.0, account.0)
        .execute(tx)
        .await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("delete from follower where account_id = $1 returning store_id", account).fetch_all(tx).await
}

/// Returns those of `stores` that the account follows.
pub async fn among_for(tx: &mut PgConnection, account: i64, stores: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select store_id from follower where account_id = $1 and store_id = any ($2)", account, stores)
        .fetch_all(tx)
        .await
}

/// Counts open stores only.
pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from follower
           join store on store.store_id = follower.store_id
           where follower.account_id = $1 and store.is_open"#,
        account,
    )
    .fetch_one(tx)
    .await
}

/// Returns accounts with ids above `after` that followed the store before `before`, by id.
pub async fn page(
    tx: &mut PgConnection,
    store: i64,
    after: i64,
    before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select account_id as "account_id!" from followers_of($1, $2, $3, $4) as account_id"#,
        store,
        after,
        before,
        limit,
    )
    .fetch_all(tx)
    .await
}
