//! Exchanges a refresh token. The session's row is locked, so concurrent exchanges happen one after another. The
//! response does not reveal why a token is refused: unknown, expired, ended and stolen look the same.

use kit::{Error, Result};
use proto::auth::SessionReuseDetected;

use crate::{
    App,
    app::{
        keys,
        tokens::{self, Tokens},
    },
    db::{self, session::EndReason},
    domain::{
        refresh::{TokenState, Verdict},
        token::Token,
    },
};

pub async fn refresh(app: &App, token: &Token) -> Result<Tokens> {
    let signer = keys::signer(app).await?;
    let (hash, now) = (token.hash(), app.clock.now());
    let mut tx = app.pool.begin().await?;
    let session = db::session::lock_by_token(&mut tx, &hash).await?.ok_or_else(Error::unauthenticated)?;
    let row = db::refresh_token::find(&mut tx, &hash).await?.ok_or_else(Error::unauthenticated)?;
    let state = TokenState {
        session_began: session.created_at,
        session_ended: session.ended_at,
        expires_at: row.expires_at,
        rotated_at: row.rotated_at,
    };
    match app.session_limits.decide(&state, now) {
        Verdict::Rotate => db::refresh_token::set_rotated(&mut tx, &hash, now).await?,
        Verdict::Join => {}
        Verdict::Expired => return Err(Error::unauthenticated()),
        Verdict::Reuse => {
            let (account, session) = (session.account_id, session.session_id);
            db::session::end_for(&mut tx, account, session, EndReason::Reuse, now).await?;
            outbox::append(&mut tx, &SessionReuseDetected { account_id: account }).await?;
            tx.commit().await?;
            tracing::warn!(
                account.id = account,
                "A refresh token of account {account} was reused; its session has ended"
            );
            return Err(Error::unauthenticated());
        }
    }
    db::session::touch(&mut tx, session.session_id, now).await?;
    let account = db::account::find_signed_in(&mut tx, session.account_id, session.session_id).await?;
    let account = account.ok_or_else(Error::unauthenticated)?;
    let tokens = tokens::issue(app, &mut tx, &signer, &account, session.session_id, session.created_at).await?;
    tx.commit().await?;
    Ok(tokens)
}
