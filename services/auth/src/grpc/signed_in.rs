//! Checks that the session is open. Other services verify only the access token, and learn within seconds that a
//! session has ended.

use kit::{Error, Result, identity::Caller};
use tonic::Request;

use crate::{App, app::sign_out::session_id, db};

pub async fn caller<T>(app: &App, request: &Request<T>) -> Result<Caller> {
    let caller = app.identity.caller(request).await?;
    let session = session_id(&caller)?;
    let query = db::session::IsOpen { account: caller.account, session, generation: caller.generation };
    if app.readers.sessions.load(query).await? { Ok(caller) } else { Err(Error::unauthenticated()) }
}

/// Also requires the permission that the contract declares for the method.
pub async fn staff<T>(app: &App, request: &Request<T>) -> Result<Caller> {
    caller(app, request).await?;
    app.identity.staff(request).await
}

pub async fn owner<T>(app: &App, request: &Request<T>) -> Result<i64> {
    Ok(caller(app, request).await?.account)
}
