//! The tokens of a session: a short-lived access token, and the refresh token that renews it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use kit::{
    Result,
    identity::{AUDIENCE, Caller, Claims, ISSUER},
};
use rand::rngs::OsRng;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{App, db, domain::token::Token, keyring::Signer};

/// Tokens for the caller. Has no `Debug`, so that they cannot be logged by mistake.
pub struct Tokens {
    pub access: String,
    pub refresh: String,
    /// Lifetime of the access token in seconds.
    pub expires_in: i64,
}

/// Lifetime of an access token issued for one signed request.
const CLIENT_TTL: Duration = Duration::from_mins(1);

/// Issues the first pair of a session, and stores the hash of the refresh token.
pub async fn issue(
    app: &App,
    tx: &mut PgConnection,
    signer: &Signer,
    account: &db::account::AccountRow,
    session: Uuid,
    session_began: DateTime<Utc>,
) -> Result<Tokens> {
    let refresh = Token::random(&mut OsRng);
    insert(app, tx, session, &refresh, session_began).await?;
    pair(app, signer, account, session, &refresh)
}

/// Stores the hash of a refresh token.
pub async fn insert(
    app: &App,
    tx: &mut PgConnection,
    session: Uuid,
    refresh: &Token,
    session_began: DateTime<Utc>,
) -> Result<()> {
    let now = app.clock.now();
    let expires_at = app.session_limits.expiry(session_began, now);
    db::refresh_token::insert(tx, session, &refresh.hash(), now, expires_at).await?;
    Ok(())
}

/// Signs an access token to go with a stored refresh token.
pub fn pair(
    app: &App,
    signer: &Signer,
    account: &db::account::AccountRow,
    session: Uuid,
    refresh: &Token,
) -> Result<Tokens> {
    let now = app.clock.now();
    let expires_in = app.access_ttl.num_seconds();
    let claims = Claims {
        iss: ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: account.account_id.to_string(),
        sid: session.to_string(),
        roles: account.roles.clone(),
        cid: None,
        generation: account.token_generation,
        iat: now.timestamp(),
        exp: now.timestamp() + expires_in,
    };
    Ok(Tokens { access: signer.sign(&claims)?, refresh: refresh.reveal(), expires_in })
}

/// Issues an access token for a request signed by the registered key `client`: the caller's claims and the key's id. It
/// expires no later than the caller's own token.
pub fn for_client(app: &App, signer: &Signer, caller: &Caller, client: &str) -> Result<String> {
    let now = app.clock.now().timestamp();
    let lasts = caller.lasts.min(CLIENT_TTL).as_secs() as i64;
    signer.sign(&Claims {
        iss: ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: caller.account.to_string(),
        sid: caller.session.clone(),
        roles: caller.roles.clone(),
        cid: Some(client.to_owned()),
        generation: caller.generation,
        iat: now,
        exp: now + lasts,
    })
}
