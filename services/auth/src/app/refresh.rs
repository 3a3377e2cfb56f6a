//! Every session has exactly one unexchanged refresh token. Within a grace period, an exchanged token still returns it,
//! for browser tabs that refresh at the same time. A later use reveals that the token was copied.

use anyhow::Context as _;
use chrono::{DateTime, Utc};
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

/// A token of the other kind of session is refused and stays valid.
pub async fn refresh(
    app: &App,
    kind: SessionKind,
    token: &Token,
    device: Device,
) -> Result<(db::account::AccountRow, Tokens)> {
    let signer = keys::signer(app).await?;
    let (hash, now) = (token.hash(), app.clock.now());
    let mut tx = kit::db::begin(&app.pool).await?;
    // Serialises concurrent exchanges.
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
        Verdict::Rotate => rotate(app, &mut tx, &session, token, now).await?,
        Verdict::ReturnSuccessor => find_unexchanged(app, &mut tx, token, row.successor).await?,
        Verdict::Expired => return Err(expired(app, &mut tx, &session, &state, now).await?),
        Verdict::Reuse => {
            end_copied(&mut tx, &session, device, now).await?;
            tx.commit().await?;
            report_reuse(session.account_id);
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

async fn rotate(
    app: &App,
    tx: &mut PgConnection,
    session: &LockedSession,
    token: &Token,
    now: DateTime<Utc>,
) -> Result<Token> {
    let successor = Token::random(&mut OsRng);
    let sealed = encrypt_successor(app, token, &successor)?;
    db::refresh_token::set_rotated(tx, &token.hash(), &sealed, now).await?;
    tokens::insert(app, tx, session.session_id, session.kind(), &successor, session.created_at).await?;
    Ok(successor)
}

async fn end_copied(tx: &mut PgConnection, session: &LockedSession, device: Device, now: DateTime<Utc>) -> Result<()> {
    let account = session.account_id;
    db::session::end_for(tx, account, session.session_id, EndReason::Reuse, now).await?;
    db::security_event::insert(tx, account, EventKind::TokenReused, device, now).await?;
    outbox::append(tx, &SessionReuseDetected { account_id: account }).await?;
    Ok(())
}

fn report_reuse(account: i64) {
    security::refused("refresh_token_reused");
    tracing::warn!(account.id = account, "A refresh token of account {account} was reused; its session has ended");
}

/// Returns `account_blocked` if the token would be valid without the block.
async fn expired(
    app: &App,
    tx: &mut PgConnection,
    session: &LockedSession,
    state: &TokenState,
    now: DateTime<Utc>,
) -> Result<Error> {
    let limits = session.kind().limits(app.session_limits);
    let without_block = limits.decide(&TokenState { session_ended: None, ..*state }, now);
    let is_valid = matches!(without_block, Verdict::Rotate | Verdict::ReturnSuccessor);
    if is_valid && db::account_use::is_blocked_session(tx, session.session_id).await? {
        return Ok(session::blocked());
    }
    Ok(Error::unauthenticated())
}

/// Follows the successors, because the direct one may be exchanged already: a tab that gets it would look like a thief.
async fn find_unexchanged(
    app: &App,
    tx: &mut PgConnection,
    token: &Token,
    successor: Option<Vec<u8>>,
) -> Result<Token> {
    let mut latest = decrypt_successor(app, token, &successor.ok_or_else(Error::unauthenticated)?)?;
    loop {
        let row = db::refresh_token::find(tx, &latest.hash()).await?.ok_or_else(Error::unauthenticated)?;
        match row.successor {
            Some(successor) => latest = decrypt_successor(app, &latest, &successor)?,
            None => return Ok(latest),
        }
    }
}

const SEAL_ID: &str = "refresh_token.successor";

/// Only holders of the exchanged token can decrypt its successor.
fn encrypt_successor(app: &App, token: &Token, successor: &Token) -> Result<Vec<u8>> {
    let sealed = seal_for(app, token).close(SEAL_ID, successor.reveal().as_bytes(), &mut OsRng);
    sealed.map_err(Error::Internal)
}

fn decrypt_successor(app: &App, token: &Token, sealed: &[u8]) -> Result<Token> {
    let opened = seal_for(app, token).open(SEAL_ID, sealed).map_err(Error::Internal)?;
    let successor = str::from_utf8(&opened).ok().and_then(Token::parse);
    successor.context("a sealed successor is no token").map_err(Error::Internal)
}

fn seal_for(app: &App, token: &Token) -> Seal {
    Seal::new(app.keyed_hasher.hash(SEAL_ID, &[&token.reveal()]))
}
