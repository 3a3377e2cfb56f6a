//! Authenticates callers whose session must still be open. Other services learn of its end within seconds. This one
//! stores the sessions, so it checks at each call.

use kit::{Error, Result, identity::Caller};
use tonic::Request;

use crate::{App, app::sign_out::session_id, db};

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

pub async fn owner<T>(app: &App, request: &Request<T>) -> Result<i64> {
    Ok(signed_in(app, request).await?.account)
}
