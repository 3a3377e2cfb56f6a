//! Opens sessions, and finds the account of an open one, within the caller's transaction.

use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    app::{
        sign_out::session_id,
        tokens::{self, Tokens},
        visitor::Visitor,
    },
    db,
    keyring::Signer,
};

/// Opens a session; returns the account and the first pair of tokens, or `None` if the account is gone.
pub async fn open(
    app: &App,
    tx: &mut PgConnection,
    signer: &Signer,
    account: i64,
    visitor: &Visitor,
) -> Result<Option<(db::account::AccountRow, Tokens)>> {
    let (now, session) = (app.clock.now(), Uuid::new_v4());
    db::session::insert(tx, session, account, visitor.device, visitor.device_hash, now).await?;
    if let Some(device) = visitor.device_hash {
        db::account_device::record_sign_in(tx, account, device, now).await?;
    }
    let Some(account) = db::account::find_signed_in(tx, account, session).await? else { return Ok(None) };
    let tokens = tokens::issue(app, tx, signer, &account, session, now).await?;
    Ok(Some((account, tokens)))
}

/// Returns the caller's account with its credentials, if their session is open.
pub async fn owner(tx: &mut PgConnection, caller: &Caller) -> Result<db::credentials::Owner> {
    let session = session_id(caller)?;
    let owner = db::credentials::find_signed_in(tx, caller.account, session, caller.generation).await?;
    owner.ok_or_else(Error::unauthenticated)
}

/// Returns the caller's account, if their session is open.
pub async fn account(tx: &mut PgConnection, caller: &Caller) -> Result<db::account::AccountRow> {
    let session = session_id(caller)?;
    let token = db::account::SignedIn { account: caller.account, session, generation: caller.generation };
    db::account::find_by_token(tx, token).await?.ok_or_else(Error::unauthenticated)
}
