//! Who calls about their own account. An access token is good for minutes wherever it is shown; here, where sessions are
//! kept, it is good only as long as its session.

use kit::{Error, Result, identity::Caller};
use tonic::Request;

use crate::{App, app::sign_out::session_of, db};

pub async fn signed_in<T>(app: &App, request: &Request<T>) -> Result<Caller> {
    let caller = app.identity.caller(request).await?;
    let question = db::session::IsOpen { account: caller.account, session: session_of(&caller)? };
    if app.readers.sessions.ask(question).await? { Ok(caller) } else { Err(Error::unauthenticated()) }
}

/// The account that calls.
pub async fn owner<T>(app: &App, request: &Request<T>) -> Result<i64> {
    Ok(signed_in(app, request).await?.account)
}
