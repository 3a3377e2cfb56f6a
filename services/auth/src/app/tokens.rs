//! Access tokens and refresh tokens of sessions.

use std::time::Duration;

use chrono::{DateTime, Utc};
use kit::{
    Result,
    identity::{AUDIENCE, Caller, Claims, ISSUER},
};
use rand::rngs::OsRng;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App, db,
    domain::{session_kind::SessionKind, token::Token},
    keyring::Signer,
};

/// No `Debug`: must not be logged.
pub struct Tokens {
    pub access: String,
    /// Empty if the session keeps the one it has.
    pub refresh: String,
    /// Seconds.
    pub expires_in: i64,
}

/// Lifetime of an access token for one signed request.
const CLIENT_TTL: Duration = Duration::from_mins(1);

pub async fn issue(
    app: &App,
    tx: &mut PgConnection,
    signer: &Signer,
    account: &db::account::AccountRow,
    session: Uuid,
    session_began: DateTime<Utc>,
) -> Result<Tokens> {
    let refresh = Token::random(&mut OsRng);
    let kind = if account.second_factor_at.is_some() { SessionKind::Staff } else { SessionKind::Customer };
    insert(app, tx, session, kind, &refresh, session_began).await?;
    pair(app, signer, account, session, &refresh)
}

pub async fn insert(
    app: &App,
    tx: &mut PgConnection,
    session: Uuid,
    kind: SessionKind,
    refresh: &Token,
    session_began: DateTime<Utc>,
) -> Result<()> {
    let now = app.clock.now();
    let expires_at = kind.limits(app.session_limits).expiry(session_began, now);
    db::refresh_token::insert(tx, session, &refresh.hash(), now, expires_at).await?;
    Ok(())
}

/// `refresh` is stored already.
pub fn pair(
    app: &App,
    signer: &Signer,
    account: &db::account::AccountRow,
    session: Uuid,
    refresh: &Token,
) -> Result<Tokens> {
    Ok(Tokens { refresh: refresh.reveal(), ..access(app, signer, account, session)? })
}

pub fn access(app: &App, signer: &Signer, account: &db::account::AccountRow, session: Uuid) -> Result<Tokens> {
    let now = app.clock.now();
    let expires_in = app.access_ttl.num_seconds();
    let claims = Claims {
        iss: ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: account.account_id.to_string(),
        sid: session.to_string(),
        roles: account.session_roles().to_vec(),
        // Only tokens of [`for_client`] name a client.
        cid: None,
        generation: account.token_generation,
        factor_at: account.second_factor_at.map(|at| at.timestamp()),
        csrf: account.csrf_token.clone(),
        iat: now.timestamp(),
        exp: now.timestamp() + expires_in,
    };
    Ok(Tokens { access: signer.sign(&claims)?, refresh: String::new(), expires_in })
}

/// `client` is the key that signed the request. Expires no later than the caller's token.
pub fn for_client(app: &App, signer: &Signer, caller: &Caller, client: &str) -> Result<String> {
    let now = app.clock.now().timestamp();
    let expires_in = caller.lasts.min(CLIENT_TTL).as_secs() as i64;
    signer.sign(&Claims {
        iss: ISSUER.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: caller.account.to_string(),
        sid: caller.session.clone(),
        roles: caller.roles.clone(),
        cid: Some(client.to_owned()),
        generation: caller.generation,
        factor_at: caller.factor_at,
        csrf: caller.csrf.clone(),
        iat: now,
        exp: now + expires_in,
    })
}
