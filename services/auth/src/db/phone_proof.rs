//! Proofs of phone numbers: given for correct one-time codes, and required to sign up.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{domain::token::TokenHash, keyed::Digest};

pub struct PhoneProof {
    pub phone_key: Vec<u8>,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    /// Loses the number when the proof is used.
    pub unused_account_id: Option<i64>,
}

pub async fn insert(
    tx: &mut PgConnection,
    token: &TokenHash,
    phone: &Digest,
    unused_account: Option<i64>,
    expires_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into phone_proof (token_hash, phone_key, expires_at, unused_account_id)
         values ($1, $2, $3, $4)",
        token.as_bytes(),
        phone.as_slice(),
        expires_at,
        unused_account,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn lock(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<Option<PhoneProof>> {
    sqlx::query_as!(
        PhoneProof,
        "select phone_key, expires_at, used_at, unused_account_id from phone_proof where token_hash = $1 for update",
        token.as_bytes(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn set_used(tx: &mut PgConnection, token: &TokenHash, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update phone_proof set used_at = $2 where token_hash = $1", token.as_bytes(), at).execute(tx).await?;
    Ok(())
}
