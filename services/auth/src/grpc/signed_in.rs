//! Authenticates callers whose session must still be open. An access token alone stays valid for minutes after its
//! session has ended. This service stores the sessions, so it can check them.

use kit::{Error, Result, identity::Caller};
use tonic::Request;

use crate::{App, app::sign_out::session_id, db};

pub async fn signed_in<T>(app: &App, request: &Request<T>) -> Result<Caller> {
    let caller = app.identity.caller(request).await?;
    let query = db::session::IsOpen { account: caller.account, session: session_id(&caller)? };
    if app.readers.sessions.load(query).await? { Ok(caller) } else { Err(Error::unauthenticated()) }
}

/// Returns the account id of a caller with an open session.
pub async fn owner<T>(app: &App, request: &Request<T>) -> Result<i64> {
    Ok(signed_in(app, request).await?.account)
}
