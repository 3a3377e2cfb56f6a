//! Browsers and apps in which an account has signed in.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{device::DeviceHash, login::Login};

/// Returns whether the device was known before.
pub async fn record_sign_in(
    tx: &mut PgConnection,
    account: i64,
    device: DeviceHash,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"with earlier as (
               select from account_device where device_hash = $1 and account_id = $2
           )
           insert into account_device (device_hash, account_id, seen_at)
           values ($1, $2, $3)
           on conflict (device_hash, account_id) do update
           set seen_at = excluded.seen_at
           returning exists (select from earlier) as "is_known!""#,
        device.as_bytes(),
        account,
        at,
    )
    .fetch_one(tx)
    .await
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from account_device where account_id = $1", account).execute(tx).await?;
    Ok(())
}

pub async fn is_known(tx: &mut PgConnection, device: DeviceHash, login: &Login) -> sqlx::Result<bool> {
    let (phone, email) = match login {
        Login::Phone(phone) => (Some(phone.as_str()), None),
        Login::Email(email) => (None, Some(email.as_str())),
    };
    sqlx::query_scalar!(
        r#"select exists (
               select
               from account_device
               join account using (account_id)
               where device_hash = $1 and (phone_number = $2 or (email = $3 and email_verified))
           ) as "is_known!""#,
        device.as_bytes(),
        phone,
        email,
    )
    .fetch_one(tx)
    .await
}

/// Most recently used first.
pub async fn all_for(tx: &mut PgConnection, account: i64, limit: i64) -> sqlx::Result<Vec<DeviceHash>> {
    let hashes = sqlx::query_scalar!(
        "select device_hash from account_device where account_id = $1 order by seen_at desc limit $2",
        account,
        limit,
    );
    Ok(hashes.fetch_all(tx).await?.iter().filter_map(|hash| DeviceHash::stored(hash)).collect())
}

/// Returns whether `account` has signed in from the browser of `session`.
pub async fn has_used_browser_of(tx: &mut PgConnection, account: i64, session: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select
               from session
               join account_device on account_device.device_hash = session.device_hash
               where session.session_id = $2 and account_device.account_id = $1
           ) as "has!""#,
        account,
        session,
    )
    .fetch_one(tx)
    .await
}

pub async fn delete_unseen_since(tx: &mut PgConnection, seen_before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from account_device
         where ctid = any (array(
             select ctid
             from account_device
             where seen_at < $1
             order by seen_at
             limit $2
             for update skip locked
         ))",
        seen_before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}
