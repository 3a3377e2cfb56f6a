//! Stores challenges. A challenge is an action that a person has begun and that waits for a second factor or a passkey,
//! such as the opening of a staff session. Challenges are stored in the database, so that any replica can finish one.

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

/// How long a challenge can be finished: enough time to use an authenticator.
const TTL: TimeDelta = TimeDelta::minutes(5);
/// Maximum number of attempts at one challenge. Allows typing mistakes, and a code that expires while it is typed.
const MAX_ATTEMPTS: i32 = 5;

/// The account and the session that a challenge belongs to.
#[derive(Clone, Copy, Default)]
pub struct Subject {
    pub account: Option<i64>,
    /// The only session that may finish the challenge.
    pub session: Option<Uuid>,
}

/// Stores a challenge and returns its token, which the client sends back with the proof. `state` is what the proof is
/// checked against, and is stored encrypted.
pub async fn insert(
    app: &App,
    tx: &mut PgConnection,
    purpose: Purpose,
    subject: Subject,
    state: &impl Serialize,
) -> Result<Token> {
    let token = Token::random(&mut OsRng);
    let hash = token.hash();
    let plaintext = serde_json::to_vec(state).map_err(Error::internal)?;
    let sealed = app.seal.close(&seal_id(&hash), &plaintext, &mut OsRng).map_err(Error::Internal)?;
    let Subject { account, session } = subject;
    let expires_at = app.clock.now() + TTL;
    let new = NewChallenge { token: &hash, purpose, account, session, state: &sealed, expires_at };
    db::challenge::insert(tx, &new).await?;
    Ok(token)
}

/// Counts an attempt at a challenge, and returns the challenge's subject and state. The count is committed immediately,
/// so that it stays when the attempt fails.
pub async fn attempt<S: DeserializeOwned>(app: &App, purpose: Purpose, token: Option<&Token>) -> Result<(Subject, S)> {
    let hash = token.ok_or_else(expired)?.hash();
    let mut connection = app.pool.acquire().await?;
    let now = app.clock.now();
    let row = db::challenge::count_attempt(&mut connection, &hash, purpose, now, MAX_ATTEMPTS).await?;
    let row = row.ok_or_else(expired)?;
    let plaintext = app.seal.open(&seal_id(&hash), &row.state).map_err(Error::Internal)?;
    let state = serde_json::from_slice(&plaintext).context("the state of a challenge cannot be read");
    let subject = Subject { account: row.account_id, session: row.session_id };
    Ok((subject, state.map_err(Error::Internal)?))
}

/// Deletes a challenge in the transaction of the action that it authorises, so that the action happens once.
pub async fn finish(tx: &mut PgConnection, token: Option<&Token>) -> Result<()> {
    let hash = token.ok_or_else(expired)?.hash();
    if db::challenge::delete(tx, &hash).await? { Ok(()) } else { Err(expired()) }
}

/// Returns the error for unknown, expired and used-up challenges. It is the same for all, so that callers cannot tell
/// them apart.
pub fn expired() -> Error {
    security::refused("challenge");
    Error::conflict("challenge_expired")
}

/// Returns the name that binds an encrypted state to its challenge.
fn seal_id(hash: &TokenHash) -> String {
    format!("challenge.{}", URL_SAFE_NO_PAD.encode(hash.as_bytes()))
}
