//! Opening a session, in the transaction of what it is opened for.

use kit::{Error, Result, identity::Caller};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    App,
    app::{
        sign_out::session_of,
        tokens::{self, Tokens},
        visitor::Visitor,
    },
    db,
    keyring::Signer,
};

/// The account as it is now, and its first pair of tokens; `None` when it is gone.
pub async fn open(
    app: &App,
    tx: &mut PgConnection,
    signer: &Signer,
    account: i64,
    visitor: &Visitor,
) -> Result<Option<(db::account::Row, Tokens)>> {
    let (now, session) = (app.clock.now(), Uuid::new_v4());
    db::session::insert(tx, session, account, visitor.device, visitor.device_hash, now).await?;
    if let Some(device) = visitor.device_hash {
        db::account_device::see(tx, account, device, now).await?;
    }
    let Some(account) = db::account::find_signed_in(tx, account, session).await? else { return Ok(None) };
    let tokens = tokens::issue(app, tx, signer, &account, session, now).await?;
    Ok(Some((account, tokens)))
}

/// The caller's own account, as long as their session is open.
pub async fn owner(tx: &mut PgConnection, caller: &Caller) -> Result<db::credentials::Owner> {
    let owner = db::credentials::find_signed_in(tx, caller.account, session_of(caller)?).await?;
    owner.ok_or_else(Error::unauthenticated)
}

/// The caller's own account as they see it.
pub async fn account(tx: &mut PgConnection, caller: &Caller) -> Result<db::account::Row> {
    let account = db::account::find_signed_in(tx, caller.account, session_of(caller)?).await?;
    account.ok_or_else(Error::unauthenticated)
}
