//! Browsers that receive pushes. An endpoint is the URL to which a browser's pushes are posted.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// The browser's subscription moves to this account, the last to sign in there.
pub async fn upsert(
    tx: &mut PgConnection,
    account: i64,
    endpoint_hash: &[u8],
    sealed: &[u8],
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into push_subscription (account_id, endpoint_hash, sealed, created_at)
         values ($1, $2, $3, $4)
         on conflict (endpoint_hash) do update
         set account_id = excluded.account_id, sealed = excluded.sealed, created_at = excluded.created_at",
        account,
        endpoint_hash,
        sealed,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn prune_for(tx: &mut PgConnection, account: i64, kept: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from push_subscription
         where push_subscription_id in (
             select push_subscription_id
             from push_subscription
             where account_id = $1
             order by created_at desc, push_subscription_id desc
             offset $2
         )",
        account,
        kept,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_for(tx: &mut PgConnection, account: i64, endpoint_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("delete from push_subscription where account_id = $1 and endpoint_hash = $2", account, endpoint_hash,)
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn delete(tx: &mut PgConnection, subscription: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from push_subscription where push_subscription_id = $1", subscription).execute(tx).await?;
    Ok(())
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from push_subscription where account_id = $1", account).execute(tx).await?;
    Ok(())
}

pub async fn ids_by_account(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<HashMap<i64, Vec<i64>>> {
    // `(select …)` hides the array's length, so that one plan is cached for all lengths.
    let rows = sqlx::query!(
        "select account_id, push_subscription_id
         from push_subscription
         where account_id = any ((select $1::bigint[])::bigint[])
         order by push_subscription_id",
        accounts,
    )
    .fetch_all(tx)
    .await?;
    let mut ids: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in rows {
        ids.entry(row.account_id).or_default().push(row.push_subscription_id);
    }
    Ok(ids)
}

pub struct SealedSubscription {
    pub endpoint_hash: Vec<u8>,
    pub sealed: Vec<u8>,
}

pub async fn find_for(
    tx: &mut PgConnection,
    account: i64,
    subscription: i64,
) -> sqlx::Result<Option<SealedSubscription>> {
    sqlx::query_as!(
        SealedSubscription,
        "select endpoint_hash, sealed
         from push_subscription
         where account_id = $1 and push_subscription_id = $2",
        account,
        subscription,
    )
    .fetch_optional(tx)
    .await
}

/// Keeps an existing key of local mode.
pub async fn insert_or_get_key(tx: &mut PgConnection, sealed: &[u8]) -> sqlx::Result<Vec<u8>> {
    sqlx::query!("insert into push_key (sealed) values ($1) on conflict do nothing", sealed).execute(&mut *tx).await?;
    sqlx::query_scalar!("select sealed from push_key").fetch_one(tx).await
}
