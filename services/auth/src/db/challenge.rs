//! Stores challenges. A challenge is an action that a person has begun and that waits for a second factor or a passkey.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::domain::token::TokenHash;

/// The action that a challenge belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Purpose {
    StaffSession,
    StepUp,
    PasskeyRegistration,
    PasskeySignIn,
}

impl Purpose {
    /// Returns the value stored in the database.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// A challenge to insert.
pub struct NewChallenge<'a> {
    pub token: &'a TokenHash,
    pub purpose: Purpose,
    pub account: Option<i64>,
    pub session: Option<Uuid>,
    /// The encrypted state.
    pub state: &'a [u8],
    pub expires_at: DateTime<Utc>,
}

/// Stores a challenge without attempts.
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

/// A challenge whose attempt was counted.
pub struct ChallengeRow {
    pub account_id: Option<i64>,
    pub session_id: Option<Uuid>,
    pub state: Vec<u8>,
}

/// Counts an attempt and returns the challenge. Returns `None` if the challenge is unknown or expired, or had `max`
/// attempts before.
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

/// Deletes a challenge. Returns `false` if another transaction has deleted it.
pub async fn delete(tx: &mut PgConnection, token: &TokenHash) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from challenge where token_hash = $1", token.as_bytes()).execute(tx).await?;
    Ok(deleted.rows_affected() == 1)
}
