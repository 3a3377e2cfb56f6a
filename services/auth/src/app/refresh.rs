//! Exchanges refresh tokens: each exchange returns a new access token and the next refresh token of the session.
//! Unknown, expired, ended and stolen tokens get the same response.
//!
//! Every session has exactly one unexchanged token. Within a grace period, an exchanged token still returns the
//! unexchanged one, for browser tabs that refresh at the same time. If a token was copied, its owner and the thief
//! therefore compete for the same next token, and the later use of an exchanged token reveals the copy.

use anyhow::Context as _;
use kit::{Error, Result, seal::Seal, security};
use proto::auth::SessionReuseDetected;
use rand::rngs::OsRng;
use sqlx::PgConnection;

use crate::{
    App,
    app::{
        keys, session,
        tokens::{self, Tokens},
    },
    db::{
        self,
        session::{EndReason, LockedSession},
    },
    domain::{
        device::Device,
        refresh::{TokenState, Verdict},
        security_event::EventKind,
        session_kind::SessionKind,
        token::Token,
    },
};

/// Exchanges a refresh token of a session of this kind. A token of the other kind is refused and stays valid. `device`
/// is stored with the security event if the token turns out to be copied.
pub async fn refresh(
    app: &App,
    kind: SessionKind,
    token: &Token,
    device: Device,
) -> Result<(db::account::AccountRow, Tokens)> {
    let signer = keys::signer(app).await?;
    let (hash, now) = (token.hash(), app.clock.now());
    let mut tx = kit::db::begin(&app.pool).await?;
    // The session is locked, so that concurrent exchanges happen one after another.
    let session = db::session::lock_by_token(&mut tx, &hash).await?.ok_or_else(Error::unauthenticated)?;
    if session.kind() != kind {
        security::refused("refresh_token_kind");
        return Err(Error::unauthenticated());
    }
    let row = db::refresh_token::find(&mut tx, &hash).await?.ok_or_else(Error::unauthenticated)?;
    let state = TokenState {
        session_began: session.created_at,
        session_ended: session.ended_at,
        expires_at: row.expires_at,
        rotated_at: row.rotated_at,
    };

    let successor = match kind.limits(app.session_limits).decide(&state, now) {
        Verdict::Rotate => {
            let successor = Token::random(&mut OsRng);
            db::refresh_token::set_rotated(&mut tx, &hash, &close(app, token, &successor)?, now).await?;
            tokens::insert(app, &mut tx, session.session_id, kind, &successor, session.created_at).await?;
            successor
        }
        Verdict::Join => find_unexchanged(app, &mut tx, token, row.successor).await?,
        Verdict::Expired => return Err(expired(app, &mut tx, &session, &state).await?),
        Verdict::Reuse => {
            let (account, session) = (session.account_id, session.session_id);
            db::session::end_for(&mut tx, account, session, EndReason::Reuse, now).await?;
            db::security_event::insert(&mut tx, account, EventKind::TokenReused, device, now).await?;
            outbox::append(&mut tx, &SessionReuseDetected { account_id: account }).await?;
            tx.commit().await?;
            security::refused("refresh_token_reused");
            tracing::warn!(
                account.id = account,
                "A refresh token of account {account} was reused; its session has ended"
            );
            return Err(Error::unauthenticated());
        }
    };

    db::session::touch(&mut tx, session.session_id, now).await?;
    db::account_use::record_refresh(&mut tx, session.account_id, now).await?;
    let account = db::account::find_signed_in(&mut tx, session.account_id, session.session_id).await?;
    let account = account.ok_or_else(Error::unauthenticated)?;
    if kind == SessionKind::Staff && account.roles.is_empty() {
        security::refused("no_role");
        return Err(Error::unauthenticated());
    }
    let tokens = tokens::pair(app, &signer, &account, session.session_id, &successor)?;
    tx.commit().await?;
    Ok((account, tokens))
}

/// Returns the error for an unusable token: `account_blocked` if the token would be valid without the account's block.
async fn expired(app: &App, tx: &mut PgConnection, session: &LockedSession, state: &TokenState) -> Result<Error> {
    let limits = session.kind().limits(app.session_limits);
    let without_block = limits.decide(&TokenState { session_ended: None, ..*state }, app.clock.now());
    let is_valid = matches!(without_block, Verdict::Rotate | Verdict::Join);
    if is_valid && db::account_use::is_blocked_session(tx, session.session_id).await? {
        return Ok(session::blocked());
    }
    Ok(Error::unauthenticated())
}

/// Follows the chain of successors to the session's unexchanged token. The direct successor may also have been
/// exchanged within the grace period. If that one were returned, an honest browser tab would look like a thief.
async fn find_unexchanged(
    app: &App,
    tx: &mut PgConnection,
    token: &Token,
    successor: Option<Vec<u8>>,
) -> Result<Token> {
    let mut latest = open(app, token, &successor.ok_or_else(Error::unauthenticated)?)?;
    loop {
        let row = db::refresh_token::find(tx, &latest.hash()).await?.ok_or_else(Error::unauthenticated)?;
        match row.successor {
            Some(successor) => latest = open(app, &latest, &successor)?,
            None => return Ok(latest),
        }
    }
}

/// The name that is authenticated with an encrypted successor.
const SEAL_ID: &str = "refresh_token.successor";

/// Encrypts a successor, so that only holders of the exchanged token can read it.
fn close(app: &App, token: &Token, successor: &Token) -> Result<Vec<u8>> {
    let sealed = seal_for(app, token).close(SEAL_ID, successor.reveal().as_bytes(), &mut OsRng);
    sealed.map_err(Error::Internal)
}

/// Decrypts a token's successor.
fn open(app: &App, token: &Token, sealed: &[u8]) -> Result<Token> {
    let opened = seal_for(app, token).open(SEAL_ID, sealed).map_err(Error::Internal)?;
    let successor = str::from_utf8(&opened).ok().and_then(Token::parse);
    successor.context("a sealed successor is no token").map_err(Error::Internal)
}

/// Returns the encryption whose key is derived from an exchanged token.
fn seal_for(app: &App, token: &Token) -> Seal {
    Seal::new(app.keyed_hasher.hash(SEAL_ID, &[&token.reveal()]))
}
