//! Links in e-mails.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{
    domain::{link::Purpose, token::TokenHash},
    keyed::Digest,
};

pub struct NewLink<'a> {
    /// A hash of purpose, account and address.
    pub link_key: &'a Digest,
    pub purpose: Purpose,
    pub token: &'a TokenHash,
    /// `None` for a decoy, which only keeps response times equal.
    pub account_id: Option<i64>,
    pub expires_at: DateTime<Utc>,
}

/// Replaces an earlier link with the same key.
pub async fn put(tx: &mut PgConnection, new: &NewLink<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into link (link_key, purpose, token_hash, account_id, expires_at)
         values ($1, $2, $3, $4, $5)
         on conflict (link_key) do update
         set token_hash = excluded.token_hash, account_id = excluded.account_id, expires_at = excluded.expires_at",
        new.link_key.as_slice(),
        new.purpose.key(),
        new.token.as_bytes(),
        new.account_id,
        new.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct Target {
    pub link_key: Vec<u8>,
    pub account_id: i64,
    pub email: String,
    pub phone_number: Option<String>,
    pub language: String,
}

pub async fn find_email(
    tx: &mut PgConnection,
    purpose: Purpose,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"select email as "email!"
           from link
           join account using (account_id)
           where purpose = $1 and token_hash = $2 and expires_at > $3 and email is not null"#,
        purpose.key(),
        token.as_bytes(),
        now,
    )
    .fetch_optional(tx)
    .await
}

pub async fn lock_target(
    tx: &mut PgConnection,
    purpose: Purpose,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Target>> {
    sqlx::query_as!(
        Target,
        r#"select link_key, account.account_id as "account_id!", email as "email!", phone_number, language
         from link
         join account using (account_id)
         where purpose = $1 and token_hash = $2 and expires_at > $3 and email is not null
           and (email_verified or purpose = 'email_verification')
         for no key update"#,
        purpose.key(),
        token.as_bytes(),
        now,
    )
    .fetch_optional(tx)
    .await
}

/// Call before locking the account, as the use of a link locks the two in this order.
pub async fn lock_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("select link_key from link where account_id = $1 order by link_key for update", account)
        .fetch_all(tx)
        .await?;
    Ok(())
}

pub async fn delete_for(tx: &mut PgConnection, account: i64, purpose: Purpose) -> sqlx::Result<()> {
    sqlx::query!("delete from link where account_id = $1 and purpose = $2", account, purpose.key()).execute(tx).await?;
    Ok(())
}
