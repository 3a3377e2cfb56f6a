//! Who has left.

use sqlx::PgConnection;

/// Nobody leaves until the transaction ends: what it writes is either written to somebody who is here, or found and deleted by
/// whoever sees them off. For news of other feeds than the one that says who has left.
pub async fn hold_the_door(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock_shared(hashtext('sovqat.notification.departed'))").fetch_one(tx).await?;
    Ok(())
}

/// Asked behind the door.
pub async fn has_left(tx: &mut PgConnection, account: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from departed where account_id = $1) as "has_left!""#, account)
        .fetch_one(tx)
        .await
}

/// Called again, it changes nothing.
pub async fn see_off(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtext('sovqat.notification.departed'))").fetch_one(&mut *tx).await?;
    sqlx::query!("insert into departed (account_id) values ($1) on conflict do nothing", account).execute(tx).await?;
    Ok(())
}
