use kit::{Error, input::Checks};
use proto::{
    auth::{RefreshRequest, Session, SignInRequest, SignOutRequest, Tokens, sessions_server},
    common::Done,
};
use tonic::{Request, Response, Status};

use crate::{
    App,
    app::{
        refresh::refresh,
        sign_in::{Credentials, sign_in},
        sign_out::sign_out,
        tokens,
    },
    db::account::AccountRow,
    domain::{login::Login, password::Password, session_kind::SessionKind, token::Token},
    grpc::{accounts::into_user, visitor_of},
};

/// In bytes.
const MAX_LOGIN_LENGTH: usize = 254;

pub struct Sessions(pub App);

#[tonic::async_trait]
impl sessions_server::Sessions for Sessions {
    async fn sign_in(&self, request: Request<SignInRequest>) -> Result<Response<Session>, Status> {
        let credentials = parse_credentials(&request.get_ref().login, &request.get_ref().password)?;
        let visitor = visitor_of(&request).in_browser(request.get_ref().device.as_deref());
        let (account, tokens) = sign_in(&self.0, &visitor, credentials).await?;
        Ok(Response::new(into_session(account, tokens)))
    }

    async fn refresh(&self, request: Request<RefreshRequest>) -> Result<Response<Tokens>, Status> {
        let token = Token::parse(&request.get_ref().refresh_token).ok_or_else(Error::unauthenticated)?;
        let (_, tokens) = refresh(&self.0, SessionKind::Customer, &token, visitor_of(&request).device).await?;
        Ok(Response::new(into_tokens(tokens)))
    }

    async fn sign_out(&self, request: Request<SignOutRequest>) -> Result<Response<Done>, Status> {
        let caller = self.0.identity.caller(&request).await?;
        sign_out(&self.0, &caller).await?;
        Ok(Response::new(Done {}))
    }
}

pub fn parse_credentials<'a>(raw_login: &'a str, password: &str) -> kit::Result<Credentials<'a>> {
    let mut checks = Checks::default();
    let login = checks.take("login", parse_login(raw_login));
    let password = checks.take("password", Password::parse(password));
    checks.finish()?;
    let (login, password) = login.zip(password).ok_or_else(|| Error::invalid("login", "required"))?;
    Ok(Credentials { login, raw_login, password })
}

/// Text that is neither a phone number nor an e-mail address becomes `None`, like a login that no account has.
fn parse_login(raw: &str) -> Result<Option<Login>, &'static str> {
    match raw.trim().len() {
        0 => Err("required"),
        1..=MAX_LOGIN_LENGTH => Ok(Login::parse(raw)),
        _ => Err("too_long"),
    }
}

pub fn into_session(account: AccountRow, tokens: tokens::Tokens) -> Session {
    let Tokens { access_token, refresh_token, expires_in } = into_tokens(tokens);
    Session { user: Some(into_user(account)), access_token, refresh_token, expires_in }
}

pub fn into_tokens(tokens: tokens::Tokens) -> Tokens {
    Tokens { access_token: tokens.access, refresh_token: tokens.refresh, expires_in: tokens.expires_in }
}
