use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::token::TokenHash;

pub struct RefreshTokenRow {
    pub expires_at: DateTime<Utc>,
    pub rotated_at: Option<DateTime<Utc>>,
    /// Encrypted; see `app/refresh.rs`.
    pub successor: Option<Vec<u8>>,
}

/// The session must be locked, to see the result of a concurrent exchange.
pub async fn find(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<Option<RefreshTokenRow>> {
    sqlx::query_as!(
        RefreshTokenRow,
        "select expires_at, rotated_at, successor from refresh_token where token_hash = $1",
        token.as_bytes()
    )
    .fetch_optional(tx)
    .await
}

pub async fn insert(
    tx: &mut PgConnection,
    session: Uuid,
    token: &TokenHash,
    issued_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into refresh_token (token_hash, session_id, issued_at, expires_at)
         values ($1, $2, $3, $4)",
        token.as_bytes(),
        session,
        issued_at,
        expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Insert the successor afterwards, because the schema allows a session only one unexchanged token.
pub async fn set_rotated(
    tx: &mut PgConnection,
    token: &TokenHash,
    successor: &[u8],
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update refresh_token set rotated_at = $2, successor = $3 where token_hash = $1",
        token.as_bytes(),
        at,
        successor,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_of(tx: &mut PgConnection, session: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from refresh_token where session_id = $1", session).execute(tx).await?;
    Ok(())
}

pub async fn delete_expired_before(
    tx: &mut PgConnection,
    expired_before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from refresh_token
         where token_hash in (
             select token_hash
             from refresh_token
             where expires_at < $1
             order by expires_at
             limit $2
             for update skip locked
         )",
        expired_before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}
