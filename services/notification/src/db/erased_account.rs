//! Table `departed`. Late events of other services must not store new data of erased accounts.

use sqlx::PgConnection;

/// Required before writing data of an account: makes its erasure wait until the transaction ends.
pub async fn lock_shared(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock_shared(hashtext('sovqat.notification.departed'))").fetch_one(tx).await?;
    Ok(())
}

/// The transaction must hold [`lock_shared`].
pub async fn is_erased(tx: &mut PgConnection, account: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from departed where account_id = $1) as "is_erased!""#, account)
        .fetch_one(tx)
        .await
}

/// Waits for transactions that hold [`lock_shared`].
pub async fn insert(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtext('sovqat.notification.departed'))").fetch_one(&mut *tx).await?;
    sqlx::query!("insert into departed (account_id) values ($1) on conflict do nothing", account).execute(tx).await?;
    Ok(())
}
