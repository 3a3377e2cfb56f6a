//! The columns of an account for signing in and for its e-mail address.

use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::{email::Email, phone::Phone};

pub async fn find_id_by_phone(tx: &mut PgConnection, phone: &Phone) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select account_id from account where phone_number = $1", phone.as_str())
        .fetch_optional(tx)
        .await
}

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

/// A signed-in account with its credentials.
pub struct Owner {
    pub account_id: i64,
    pub email: Option<String>,
    pub phone_number: String,
    pub language: String,
    pub email_verified: bool,
    pub password_hash: Option<String>,
    /// When the session started.
    pub signed_in_at: DateTime<Utc>,
}

impl Owner {
    /// The address to which messages other than a verification link may be sent.
    pub fn verified_email(&self) -> Option<&str> {
        self.email.as_deref().filter(|_| self.email_verified)
    }
}

/// Returns the account, if this session of it is open and tokens of this generation are valid.
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

pub async fn set_password_hash(tx: &mut PgConnection, account: i64, hash: &str) -> sqlx::Result<()> {
    sqlx::query!("update account set password_hash = $2 where account_id = $1", account, hash).execute(tx).await?;
    Ok(())
}

/// Stores an unverified address.
pub async fn set_email(tx: &mut PgConnection, account: i64, email: &Email) -> sqlx::Result<()> {
    sqlx::query!(
        "update account set email = $2, email_verified = false where account_id = $1",
        account,
        email.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Verifies the account's address; fails with `email_taken` if another account has verified the same one.
pub async fn set_email_verified(tx: &mut PgConnection, account: i64) -> kit::Result<()> {
    sqlx::query!("update account set email_verified = true where account_id = $1", account)
        .execute(tx)
        .await
        .on_constraint("account_verified_email", || Error::conflict("email_taken"))?;
    Ok(())
}

/// Waits until no other transaction verifies this address. Without it, two accounts that verify it at once could each
/// wait for the other's row.
pub async fn lock_address(tx: &mut PgConnection, email: &str) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('sovqat.auth.email:' || $1, 0))", email)
        .execute(tx)
        .await?;
    Ok(())
}

/// Removes the address from all accounts that have it without having verified it, and deletes their links.
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
