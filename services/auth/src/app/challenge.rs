//! Manages challenges, which are actions that wait for a second factor or a passkey. They are stored in the database,
//! so that any replica can finish one.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use kit::{Error, Result, security};
use rand::rngs::OsRng;
use serde::{Serialize, de::DeserializeOwned};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    db::{
        self,
        challenge::{NewChallenge, Purpose},
    },
    domain::token::{Token, TokenHash},
};

/// How long a person has to use an authenticator.
const TTL: TimeDelta = TimeDelta::minutes(5);
/// Attempts at one challenge. Allows typing mistakes, and a code that expires while it is typed.
const MAX_ATTEMPTS: i32 = 5;

/// The account and the session that a challenge belongs to.
#[derive(Clone, Copy, Default)]
pub struct Subject {
    pub account: Option<i64>,
    /// The only session that may finish the challenge.
    pub session: Option<Uuid>,
}

/// Stores a challenge with the state that its answer is checked against, and returns its token.
pub async fn insert(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    subject: Subject,
    state: &impl Serialize,
) -> Result<Token> {
    let token = Token::random(&mut OsRng);
    let hash = token.hash();
    let state = serde_json::to_vec(state).map_err(Error::internal)?;
    let state = app.seal.close(&seal_id(&hash), &state, &mut OsRng).map_err(Error::Internal)?;
    let Subject { account, session } = subject;
    let expires_at = app.clock.now() + TTL;
    let new = NewChallenge { token: &hash, purpose, account, session, state: &state, expires_at };
    db::challenge::insert(tx, &new).await?;
    Ok(token)
}

/// Counts an attempt, and commits the count immediately, so that it stays when the attempt fails.
pub async fn attempt<S: DeserializeOwned>(app: &App, purpose: Purpose, token: Option<&Token>) -> Result<(Subject, S)> {
    let hash = token.ok_or_else(expired)?.hash();
    let mut connection = app.pool.acquire().await?;
    let now = app.clock.now();
    let row = db::challenge::count_attempt(&mut connection, &hash, purpose, now, MAX_ATTEMPTS).await?;
    let row = row.ok_or_else(expired)?;
    let state = app.seal.open(&seal_id(&hash), &row.state).map_err(Error::Internal)?;
    let state = serde_json::from_slice(&state).context("the state of a challenge cannot be read");
    Ok((Subject { account: row.account_id, session: row.session_id }, state.map_err(Error::Internal)?))
}

/// Deletes a challenge in the transaction that it authorises, so that it succeeds once.
pub async fn finish(tx: &mut PgConnection, token: Option<&Token>) -> Result<()> {
    let hash = token.ok_or_else(expired)?.hash();
    if db::challenge::delete(tx, &hash).await? { Ok(()) } else { Err(expired()) }
}

/// Refuses every unusable challenge with one error, so that callers cannot tell them apart.
pub fn expired() -> Error {
    security::refused("challenge");
    Error::conflict("challenge_expired")
}

fn seal_id(hash: &TokenHash) -> String {
    format!("challenge.{}", URL_SAFE_NO_PAD.encode(hash.as_bytes()))
}
