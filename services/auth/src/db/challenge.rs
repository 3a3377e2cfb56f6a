//! Challenges: actions that wait for a second factor or a passkey.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::token::TokenHash;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Purpose {
    StaffSession,
    StepUp,
    PasskeyRegistration,
    PasskeySignIn,
}

impl Purpose {
    pub fn key(self) -> &'static str {
        self.into()
    }
}

pub struct NewChallenge<'a> {
    pub token: &'a TokenHash,
    pub purpose: Purpose,
    pub account: Option<i64>,
    pub session: Option<Uuid>,
    /// Encrypted.
    pub state: &'a [u8],
    pub expires_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewChallenge<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into challenge (token_hash, purpose, account_id, session_id, state, expires_at)
         values ($1, $2, $3, $4, $5, $6)",
        new.token.as_bytes(),
        new.purpose.key(),
        new.account,
        new.session,
        new.state,
        new.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct ChallengeRow {
    pub account_id: Option<i64>,
    pub session_id: Option<Uuid>,
    pub state: Vec<u8>,
}

/// Returns `None` if the challenge is unknown, expired or used up.
pub async fn count_attempt(
    tx: &mut PgConnection,
    token: &TokenHash,
    purpose: Purpose,
    now: DateTime<Utc>,
    max: i32,
) -> sqlx::Result<Option<ChallengeRow>> {
    sqlx::query_as!(
        ChallengeRow,
        "update challenge
         set attempts = attempts + 1
         where token_hash = $1 and purpose = $2 and expires_at > $3 and attempts < $4
         returning account_id, session_id, state",
        token.as_bytes(),
        purpose.key(),
        now,
        max,
    )
    .fetch_optional(tx)
    .await
}

/// Returns `false` if another transaction has deleted the challenge.
pub async fn delete(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from challenge where token_hash = $1", token.as_bytes()).execute(tx).await?;
    Ok(deleted.rows_affected() == 1)
}
