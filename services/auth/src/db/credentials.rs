use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::email::Email;

/// The account that has verified an e-mail address.
pub struct Mailbox {
    pub account_id: i64,
    pub language: String,
}

pub async fn find_mailbox(tx: &mut PgConnection, email: &str) -> sqlx::Result<Option<Mailbox>> {
    sqlx::query_as!(Mailbox, "select account_id, language from account where email = $1 and email_verified", email)
        .fetch_optional(tx)
        .await
}

pub struct Holder {
    /// The phone number, else the e-mail address, else the account number.
    pub login: String,
    pub name: String,
    pub verified_email: Option<String>,
    pub language: String,
}

pub async fn find_holder(tx: &mut PgConnection, account: i64) -> sqlx::Result<Option<Holder>> {
    sqlx::query_as!(
        Holder,
        r#"select coalesce(phone_number, email, code) as "login!", concat_ws(' ', first_name, last_name) as "name!",
                  case when email_verified then email end as verified_email, language
           from account
           where account_id = $1"#,
        account,
    )
    .fetch_optional(tx)
    .await
}

pub struct Owner {
    pub account_id: i64,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    pub language: String,
    pub email_verified: bool,
    pub password_hash: Option<String>,
    /// The start of the session.
    pub signed_in_at: DateTime<Utc>,
}

impl Owner {
    /// Only verification links may be sent to other addresses.
    pub fn verified_email(&self) -> Option<&str> {
        self.email.as_deref().filter(|_| self.email_verified)
    }
}

/// Requires an open session and an unrevoked generation.
pub async fn find_signed_in(
    tx: &mut PgConnection,
    account: i64,
    session: Uuid,
    generation: i64,
) -> sqlx::Result<Option<Owner>> {
    sqlx::query_as!(
        Owner,
        "select account_id, email, phone_number, language, email_verified, password_hash,
                session.created_at as signed_in_at
         from account
         join session using (account_id)
         where account_id = $1 and session_id = $2 and ended_at is null and token_generation <= $3",
        account,
        session,
        generation,
    )
    .fetch_optional(tx)
    .await
}

/// Like [`find_signed_in`], but locks the account.
pub async fn lock_signed_in(
    tx: &mut PgConnection,
    account: i64,
    session: Uuid,
    generation: i64,
) -> sqlx::Result<Option<Owner>> {
    sqlx::query_as!(
        Owner,
        "select account_id, email, phone_number, language, email_verified, password_hash,
                session.created_at as signed_in_at
         from account
         join session using (account_id)
         where account_id = $1 and session_id = $2 and ended_at is null and token_generation <= $3
         for no key update of account",
        account,
        session,
        generation,
    )
    .fetch_optional(tx)
    .await
}

pub async fn delete_password(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("update account set password_hash = null where account_id = $1", account).execute(tx).await?;
    Ok(())
}

pub async fn set_phone(tx: &mut PgConnection, account: i64, phone: &str) -> kit::Result<()> {
    sqlx::query!("update account set phone_number = $2 where account_id = $1", account, phone)
        .execute(tx)
        .await
        .on_constraint("account_phone_key", || Error::conflict("phone_taken"))?;
    Ok(())
}

/// Schedules the account's deletion if sign-ins are no longer possible.
pub async fn remove_phone(tx: &mut PgConnection, account: i64, deletes_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update account
         set phone_number = null,
             deletes_at = case when email_verified then deletes_at else coalesce(deletes_at, $2) end
         where account_id = $1",
        account,
        deletes_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn restore_email(tx: &mut PgConnection, account: i64, email: &str) -> kit::Result<()> {
    sqlx::query!("update account set email = $2, email_verified = true where account_id = $1", account, email)
        .execute(tx)
        .await
        .on_constraint("account_verified_email", || Error::conflict("email_taken"))?;
    Ok(())
}

/// Schedules the account's deletion if sign-ins are no longer possible.
pub async fn remove_email(tx: &mut PgConnection, account: i64, deletes_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update account
         set email = null, email_verified = false,
             deletes_at = case when phone_number is not null then deletes_at else coalesce(deletes_at, $2) end
         where account_id = $1",
        account,
        deletes_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_password_hash(tx: &mut PgConnection, account: i64, hash: &str) -> sqlx::Result<()> {
    sqlx::query!("update account set password_hash = $2 where account_id = $1", account, hash).execute(tx).await?;
    Ok(())
}

/// Fails with `phone_missing` if no sign-in would be possible.
pub async fn set_email(tx: &mut PgConnection, account: i64, email: &Email) -> kit::Result<()> {
    sqlx::query!(
        "update account set email = $2, email_verified = false where account_id = $1",
        account,
        email.as_str(),
    )
    .execute(tx)
    .await
    .on_constraint("account_reachable_check", || Error::conflict("phone_missing"))?;
    Ok(())
}

/// Returns whether the address was unverified.
pub async fn set_email_verified(tx: &mut PgConnection, account: i64) -> kit::Result<bool> {
    let verified =
        sqlx::query!("update account set email_verified = true where account_id = $1 and not email_verified", account)
            .execute(tx)
            .await
            .on_constraint("account_verified_email", || Error::conflict("email_taken"))?;
    Ok(verified.rows_affected() == 1)
}

/// Two accounts that verify one address concurrently could otherwise deadlock.
pub async fn lock_address(tx: &mut PgConnection, email: &str) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('sovqat.auth.email:' || $1, 0))", email)
        .execute(tx)
        .await?;
    Ok(())
}

/// Removes an address from accounts that have not verified it, and deletes their links.
pub async fn end_claims(tx: &mut PgConnection, email: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "with claim as (
             update account set email = null where email = $1 and not email_verified returning account_id
         )
         delete from link using claim where link.account_id = claim.account_id",
        email,
    )
    .execute(tx)
    .await?;
    Ok(())
}
