//! Sessions of shoppers. `staff_session.rs` has those of staff.

use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{MeRequest, RefreshRequest, Session, SignInRequest, SignOutRequest, Tokens, User},
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Bearer, Caller, Json, Visitor},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(sign_in)).routes(routes!(refresh)).routes(routes!(sign_out)).routes(routes!(me))
}

/// Sign in
///
/// `login` is a phone number in any usual form, or an e-mail address. The error does not reveal whether the login or the password was
/// wrong.
#[utoipa::path(post, path = "/auth/signin", operation_id = "signIn", tag = "auth", request_body = SignInRequest,
    responses((status = OK, description = "A new session", body = Data<Session>)))]
async fn sign_in(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<SignInRequest>,
) -> Reply<Session> {
    reply(services.sessions().sign_in(visitor.request(body)).await)
}

/// Renew the tokens
///
/// The bearer token is the refresh token. It is replaced; for a grace period (30 seconds by default) the previous one still returns the same
/// successor, so that two browser tabs can refresh at the same time.
#[utoipa::path(get, path = "/auth/refresh", operation_id = "refreshTokens", tag = "auth", security(("refresh" = [])),
    responses((status = OK, description = "New tokens", body = Data<Tokens>)))]
async fn refresh(State(services): State<Services>, bearer: Bearer) -> Reply<Tokens> {
    let request = RefreshRequest { refresh_token: bearer.token.to_string() };
    reply(services.sessions().refresh(bearer.request(request)).await)
}

/// Sign out
///
/// Ends this session. Other devices stay signed in. Succeeds with the token of a session that has ended.
#[utoipa::path(get, path = "/auth/logout", operation_id = "signOut", tag = "auth", security(("bearer" = [])),
    extensions(("x-ended-session" = json!(true))),
    responses((status = OK, description = "The session has ended", body = Data<Done>)))]
async fn sign_out(State(services): State<Services>, bearer: Bearer) -> Reply<Done> {
    reply(services.sessions().sign_out(bearer.forward(SignOutRequest {})).await)
}

/// The caller's profile
#[utoipa::path(get, path = "/user/me", operation_id = "getProfile", tag = "auth", security(("bearer" = [])),
    responses((status = OK, description = "The caller's account", body = Data<User>)))]
async fn me(State(services): State<Services>, caller: Caller) -> Reply<User> {
    reply(retry(async || services.accounts().me(caller.request(MeRequest {})).await).await)
}
