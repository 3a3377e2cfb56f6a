//! Ends a session. A database trigger revokes its access tokens.

use kit::{Error, Result, identity::Caller};
use uuid::Uuid;

use crate::{
    App,
    db::{self, session::EndReason},
};

pub async fn sign_out(app: &App, caller: &Caller) -> Result<()> {
    let session = session_id(caller)?;
    let mut tx = kit::db::begin(&app.pool).await?;
    db::session::end_for(&mut tx, caller.account, session, EndReason::SignOut, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

pub fn session_id(caller: &Caller) -> Result<Uuid> {
    caller.session.parse().map_err(|_| Error::unauthenticated())
}
