//! Authenticates callers, and checks that their session is still open. Other services verify the access token only, and
//! learn within seconds that a session has ended. This service stores the sessions, so it checks at each call.

use kit::{Error, Result, identity::Caller};
use tonic::Request;

use crate::{App, app::sign_out::session_id, db};

/// Returns a caller with an open session.
pub async fn signed_in<T>(app: &App, request: &Request<T>) -> Result<Caller> {
    let caller = app.identity.caller(request).await?;
    let session = session_id(&caller)?;
    let query = db::session::IsOpen { account: caller.account, session, generation: caller.generation };
    if app.readers.sessions.load(query).await? { Ok(caller) } else { Err(Error::unauthenticated()) }
}

/// Returns a caller with an open session and the permission that the contract declares for the method.
pub async fn staff<T>(app: &App, request: &Request<T>) -> Result<Caller> {
    signed_in(app, request).await?;
    app.identity.staff(request).await
}

/// Returns the account of a caller with an open session.
pub async fn owner<T>(app: &App, request: &Request<T>) -> Result<i64> {
    Ok(signed_in(app, request).await?.account)
}
