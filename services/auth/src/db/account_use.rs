use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{phone::Phone, unused_account::unused_since};

pub struct SignInState {
    pub is_blocked: bool,
    pub last_used_at: Option<DateTime<Utc>>,
    pub email: Option<String>,
    pub email_verified: bool,
    pub language: String,
}

/// Call before inserting a session. An earlier block is returned, and a later one ends the session.
pub async fn lock(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<SignInState>> {
    sqlx::query_as!(
        SignInState,
        r#"select blocked_at is not null as "is_blocked!", last_used_at, email, email_verified, language
           from account
           where account_id = $1
           for no key update"#,
        account,
    )
    .fetch_optional(tx)
    .await
}

/// Records a sign-in.
pub async fn record(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update account set last_used_at = $2 where account_id = $1", account, at).execute(tx).await?;
    Ok(())
}

/// Records a refresh, at most once a day. Skips a locked account: the caller has locked the session, and waiting could
/// deadlock.
pub async fn record_refresh(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update account
         set last_used_at = $2
         where account_id = (
             select account_id
             from account
             where account_id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 day')
             for no key update skip locked
         )",
        account,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether the session ended because of a block that still applies.
pub async fn is_blocked_session(tx: &mut PgConnection, session: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select
               from session
               join account using (account_id)
               where session_id = $1 and end_reason = 'blocked' and blocked_at is not null
           ) as "is_blocked!""#,
        session,
    )
    .fetch_one(tx)
    .await
}

pub struct NumberOwner {
    pub account_id: i64,
    pub blocked_at: Option<DateTime<Utc>>,
    /// The time of registration if there was no sign-in.
    pub last_used_at: DateTime<Utc>,
    pub has_password: bool,
    pub has_verified_email: bool,
    pub has_passkey: bool,
}

pub async fn lock_by_phone(tx: &mut PgConnection, phone: &Phone) -> sqlx::Result<Option<NumberOwner>> {
    sqlx::query_as!(
        NumberOwner,
        r#"select account_id, blocked_at, password_hash is not null as "has_password!",
                  coalesce(last_used_at, created_at) as "last_used_at!", email_verified as has_verified_email,
                  exists (select from passkey where passkey.account_id = account.account_id) as "has_passkey!"
           from account
           where phone_number = $1
           for no key update"#,
        phone.as_str(),
    )
    .fetch_optional(tx)
    .await
}

impl NumberOwner {
    /// The number may have a new owner.
    pub fn is_unused(&self, now: DateTime<Utc>) -> bool {
        self.last_used_at < unused_since(now)
    }
}

pub struct Released {
    pub email: Option<String>,
    pub language: String,
}

/// Schedules the account's deletion if it has no other sign-in. Returns `None` if the account keeps the number.
pub async fn release_number(
    tx: &mut PgConnection,
    account: i64,
    phone: &Phone,
    unused_since: DateTime<Utc>,
    deletes_at: DateTime<Utc>,
) -> sqlx::Result<Option<Released>> {
    sqlx::query_as!(
        Released,
        "update account
         set phone_number = null,
             deletes_at = case when email_verified then deletes_at else coalesce(deletes_at, $4) end
         where account_id = $1 and phone_number = $2 and coalesce(last_used_at, created_at) < $3 and blocked_at is null
             and (email_verified or roles = '{}')
         returning case when email_verified then email end as email, language",
        account,
        phone.as_str(),
        unused_since,
        deletes_at,
    )
    .fetch_optional(tx)
    .await
}
