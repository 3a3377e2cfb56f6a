//! Browsers that agreed to be pushed to.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// A browser in which somebody else signs in is theirs from then on.
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

/// Forgets all but the newest `kept` of an account.
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

/// The browser itself is no more.
pub async fn delete(tx: &mut PgConnection, subscription: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from push_subscription where push_subscription_id = $1", subscription).execute(tx).await?;
    Ok(())
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from push_subscription where account_id = $1", account).execute(tx).await?;
    Ok(())
}

/// The browsers of each of these accounts.
pub async fn ids_of(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<HashMap<i64, Vec<i64>>> {
    let rows = sqlx::query!(
        "select account_id, push_subscription_id
         from push_subscription
         -- Hidden from the planner as in `preference::of`.
         where account_id = any ((select $1::bigint[])::bigint[])
         order by push_subscription_id",
        accounts,
    )
    .fetch_all(tx)
    .await?;
    let mut browsers: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in rows {
        browsers.entry(row.account_id).or_default().push(row.push_subscription_id);
    }
    Ok(browsers)
}

pub struct Row {
    pub endpoint_hash: Vec<u8>,
    pub sealed: Vec<u8>,
}

/// `None` when the browser is no more, or no longer this account's.
pub async fn find_for(tx: &mut PgConnection, account: i64, subscription: i64) -> sqlx::Result<Option<Row>> {
    sqlx::query_as!(
        Row,
        "select endpoint_hash, sealed
         from push_subscription
         where account_id = $1 and push_subscription_id = $2",
        account,
        subscription,
    )
    .fetch_optional(tx)
    .await
}

/// The key of local mode: of all who make one at once, the first one's.
pub async fn keep_key(tx: &mut PgConnection, sealed: &[u8]) -> sqlx::Result<Vec<u8>> {
    sqlx::query!("insert into push_key (sealed) values ($1) on conflict do nothing", sealed).execute(&mut *tx).await?;
    sqlx::query_scalar!("select sealed from push_key").fetch_one(tx).await
}
