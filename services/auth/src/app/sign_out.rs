//! Signing out: the session ends, and with it every refresh token of its family. Access tokens already out are good for their
//! last minutes elsewhere; here they show nothing any more.

use kit::{Error, Result, identity::Caller};
use uuid::Uuid;

use crate::{
    App,
    db::{self, session::EndReason},
};

pub async fn sign_out(app: &App, caller: &Caller) -> Result<()> {
    let session = session_of(caller)?;
    let mut tx = app.pool.begin().await?;
    db::session::end_for(&mut tx, caller.account, session, EndReason::SignOut, app.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

/// Our own tokens always name one.
pub fn session_of(caller: &Caller) -> Result<Uuid> {
    caller.session.parse().map_err(|_| Error::unauthenticated())
}
