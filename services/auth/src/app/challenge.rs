//! Actions that wait for a second factor or a passkey. Any replica can finish one.

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

const TTL: TimeDelta = TimeDelta::minutes(5);
/// Allows typing mistakes.
const MAX_ATTEMPTS: i32 = 5;

#[derive(Clone, Copy, Default)]
pub struct Subject {
    pub account: Option<i64>,
    /// The only session that may finish the challenge.
    pub session: Option<Uuid>,
}

/// `state` is what the proof is checked against.
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

/// Counts an attempt. The count stays when the attempt fails.
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

/// Call in the transaction of the authorised action, so that it happens once.
pub async fn finish(tx: &mut PgConnection, token: Option<&Token>) -> Result<()> {
    let hash = token.ok_or_else(expired)?.hash();
    if db::challenge::delete(tx, &hash).await? { Ok(()) } else { Err(expired()) }
}

/// The same error for unknown, expired and used-up challenges.
pub fn expired() -> Error {
    security::refused("challenge");
    Error::conflict("challenge_expired")
}

fn seal_id(hash: &TokenHash) -> String {
    format!("challenge.{}", URL_SAFE_NO_PAD.encode(hash.as_bytes()))
}
