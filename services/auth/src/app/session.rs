//! Opens sessions, and finds the account of a session.

use chrono::{DateTime, Utc};
use kit::{Error, Result, budget::NEW_DEVICE_NOTICES, identity::Caller, security};
use rand::rngs::OsRng;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    app::{
        messages,
        security_notice::{self, Former, Notice},
        sign_out::session_id,
        tokens::{self, Tokens},
        visitor::Visitor,
    },
    db::{self, account_use::SignInState},
    domain::{device::Device, security_event::EventKind, session_kind::SessionKind, token::Token},
    keyring::Signer,
};

/// Returns `None` if the account is gone. The caller must have checked a proof of identity.
pub async fn open_for_customer(
    app: &App,
    tx: &mut PgConnection,
    signer: &Signer,
    account: i64,
    visitor: &Visitor,
) -> Result<Option<(db::account::AccountRow, Tokens)>> {
    open(app, tx, signer, account, visitor, SessionKind::Customer).await
}

/// The caller must have checked the second factor of a staff session.
pub async fn open(
    app: &App,
    tx: &mut PgConnection,
    signer: &Signer,
    account: i64,
    visitor: &Visitor,
    kind: SessionKind,
) -> Result<Option<(db::account::AccountRow, Tokens)>> {
    let (now, session) = (app.clock.now(), Uuid::new_v4());
    let Some(state) = db::account_use::lock(tx, account).await? else { return Ok(None) };
    if state.is_blocked {
        return Err(blocked());
    }

    let csrf = (kind == SessionKind::Staff).then(|| Token::random(&mut OsRng).reveal());
    let new = db::session::NewSession {
        session_id: session,
        account_id: account,
        device: visitor.device,
        device_hash: visitor.device_hash,
        at: now,
        staff_csrf: csrf.as_deref(),
    };
    db::session::insert(tx, &new).await?;
    db::account_use::record(tx, account, now).await?;
    record_sign_in(app, tx, account, visitor, kind, &state, now).await?;

    let Some(account) = db::account::find_signed_in(tx, account, session).await? else { return Ok(None) };
    let tokens = tokens::issue(app, tx, signer, &account, session, now).await?;
    Ok(Some((account, tokens)))
}

async fn record_sign_in(
    app: &App,
    tx: &mut PgConnection,
    account: i64,
    visitor: &Visitor,
    kind: SessionKind,
    state: &SignInState,
    now: DateTime<Utc>,
) -> Result<()> {
    let is_known = match visitor.device_hash {
        Some(device) => db::account_device::record_sign_in(tx, account, device, now).await?,
        None => false,
    };
    let event = match kind {
        SessionKind::Staff => Some(EventKind::StaffSignedIn),
        SessionKind::Customer => is_known.then_some(EventKind::SignedIn),
    };
    if let Some(event) = event {
        db::security_event::insert(tx, account, event, visitor.device, now).await?;
    }
    if !is_known {
        notify_of_new_device(app, tx, account, state, visitor.device, now).await?;
    }
    Ok(())
}

/// Mails a verified address, except for the first sign-in and beyond a budget.
async fn notify_of_new_device(
    app: &App,
    tx: &mut PgConnection,
    account: i64,
    state: &SignInState,
    device: Device,
    now: DateTime<Utc>,
) -> Result<()> {
    let (kind, budget) = (EventKind::NewDevice, NEW_DEVICE_NOTICES);
    let was_used_before = state.last_used_at.is_some();
    let mut email = state.email.as_deref().filter(|_| state.email_verified && was_used_before);
    let since = now - budget.period();
    if email.is_some() && db::security_notice::count_since(tx, account, kind, since).await? >= budget.max.into() {
        budget.refuse();
        email = None;
    }
    let language = messages::parse_language(&state.language);
    let notice = Notice { account, kind, device, language, email, former: Former::default() };
    security_notice::send(app, tx, &notice).await
}

/// Only for callers with a proof of identity, because it reveals that the account exists.
pub fn blocked() -> Error {
    security::refused("account_blocked");
    Error::NotAllowed("account_blocked")
}

pub async fn lock_owner(tx: &mut PgConnection, caller: &Caller) -> Result<db::credentials::Owner> {
    let session = session_id(caller)?;
    let owner = db::credentials::lock_signed_in(tx, caller.account, session, caller.generation).await?;
    owner.ok_or_else(Error::unauthenticated)
}

pub async fn owner(tx: &mut PgConnection, caller: &Caller) -> Result<db::credentials::Owner> {
    let session = session_id(caller)?;
    let owner = db::credentials::find_signed_in(tx, caller.account, session, caller.generation).await?;
    owner.ok_or_else(Error::unauthenticated)
}

pub async fn account(tx: &mut PgConnection, caller: &Caller) -> Result<db::account::AccountRow> {
    let session = session_id(caller)?;
    let token = db::account::SignedIn { account: caller.account, session, generation: caller.generation };
    db::account::find_by_token(tx, token).await?.ok_or_else(Error::unauthenticated)
}
