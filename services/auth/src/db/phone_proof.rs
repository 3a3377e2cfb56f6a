//! The table of proven numbers that have no account yet.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{domain::token::TokenHash, keyed::Digest};

pub struct Row {
    pub phone_key: Vec<u8>,
    pub expires_at: DateTime<Utc>,
    pub refusals: i32,
    pub used_at: Option<DateTime<Utc>>,
}

pub async fn insert(
    tx: &mut PgConnection,
    token: &TokenHash,
    phone: &Digest,
    expires_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into phone_proof (token_hash, phone_key, expires_at)
         values ($1, $2, $3)",
        token.as_bytes(),
        phone.as_slice(),
        expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Held until the end of the transaction: of two who sign up with it at once, one does.
pub async fn lock(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<Option<Row>> {
    sqlx::query_as!(
        Row,
        "select phone_key, expires_at, refusals, used_at from phone_proof where token_hash = $1 for update",
        token.as_bytes(),
    )
    .fetch_optional(tx)
    .await
}

pub async fn set_used(tx: &mut PgConnection, token: &TokenHash, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update phone_proof set used_at = $2 where token_hash = $1", token.as_bytes(), at).execute(tx).await?;
    Ok(())
}

pub async fn add_refusal(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<()> {
    sqlx::query!("update phone_proof set refusals = refusals + 1 where token_hash = $1", token.as_bytes())
        .execute(tx)
        .await?;
    Ok(())
}
