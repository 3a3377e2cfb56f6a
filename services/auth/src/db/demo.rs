//! Demo accounts.

use sqlx::PgConnection;

use super::account::{Credentials, Profile, into_conflict};
use crate::domain::{email::Email, phone::Phone};

pub async fn is_any(tx: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from account where is_demo) as "exists!""#).fetch_one(tx).await
}

pub async fn find(tx: &mut PgConnection, phone: &Phone) -> sqlx::Result<Option<Credentials>> {
    sqlx::query_as!(
        Credentials,
        "select account_id, password_hash, roles, token_generation
         from account
         where is_demo and phone_number = $1",
        phone.as_str(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn update(
    tx: &mut PgConnection,
    account: i64,
    profile: &Profile<'_>,
    password_hash: Option<&str>,
) -> kit::Result<()> {
    sqlx::query!(
        "update account
         set first_name = $2, last_name = $3, email = $4, language = $5, roles = $6, is_blogger = $7,
             password_hash = $8, email_verified = $9
         where account_id = $1 and is_demo",
        account,
        profile.first_name,
        profile.last_name,
        profile.email.map(Email::as_str),
        profile.language,
        profile.roles,
        profile.is_blogger,
        password_hash,
        profile.is_email_verified,
    )
    .execute(tx)
    .await
    .map_err(into_conflict)?;
    Ok(())
}
