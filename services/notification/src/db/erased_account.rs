//! Table `departed`: the ids of erased accounts. Events about an erased account may still arrive from other services;
//! writers check this table, so that they store no new data of it.

use sqlx::PgConnection;

/// Makes erasures of accounts wait until the transaction ends, so that an erasure also deletes what this transaction
/// writes. Every transaction that writes data of an account takes this lock.
pub async fn lock_shared(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock_shared(hashtext('sovqat.notification.departed'))").fetch_one(tx).await?;
    Ok(())
}

/// Returns whether the account is erased. The transaction must hold [`lock_shared`], or the account may be erased
/// before the result is used.
pub async fn is_erased(tx: &mut PgConnection, account: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from departed where account_id = $1) as "has_left!""#, account)
        .fetch_one(tx)
        .await
}

/// Marks an account as erased. Waits for transactions that hold [`lock_shared`]. Idempotent.
pub async fn insert(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtext('sovqat.notification.departed'))").fetch_one(&mut *tx).await?;
    sqlx::query!("insert into departed (account_id) values ($1) on conflict do nothing", account).execute(tx).await?;
    Ok(())
}
