//! Passkeys (WebAuthn). Staff have their own routes, because the back office has its own session.

use axum::extract::State;
use kit::client::retry;
use proto::auth::{
    BeginPasskeyRequest, BeginPasskeySignInRequest, ListPasskeysRequest, Passkey, PasskeyChallenge,
    PasskeySignInRequest, RegisterPasskeyRequest, RemovePasskeyRequest, Session,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Segment, StaffCaller, Visitor},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(request))
        .routes(routes!(list, register))
        .routes(routes!(remove))
        .routes(routes!(request_of_staff))
        .routes(routes!(list_of_staff, register_of_staff))
        .routes(routes!(remove_of_staff))
        .routes(routes!(request_sign_in))
        .routes(routes!(sign_in))
}

#[derive(Deserialize, ToSchema)]
pub struct PasskeyRemoval {
    /// Required if the account has a password. Otherwise the caller must have signed in during the last 15 minutes (conflict
    /// `sign_in_again`).
    #[serde(default)]
    #[schema(value_type = String, required = false)]
    password: Option<String>,
}

/// Begin to register a passkey
///
/// Returns the options for `navigator.credentials.create`.
#[utoipa::path(post, path = "/user/passkeys/challenge", operation_id = "requestPasskey", tag = "passkeys",
    request_body = BeginPasskeyRequest, security(("bearer" = [])),
    responses((status = OK, description = "What the browser needs", body = Data<PasskeyChallenge>)))]
async fn request(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<BeginPasskeyRequest>,
) -> Reply<PasskeyChallenge> {
    reply(services.passkeys().begin_registration(caller.request(body)).await)
}

/// Register a passkey
///
/// The owner receives a security notice.
#[utoipa::path(post, path = "/user/passkeys", operation_id = "registerPasskey", tag = "passkeys",
    request_body = RegisterPasskeyRequest, security(("bearer" = [])),
    responses((status = OK, description = "The passkeys", body = Data<Vec<Passkey>>)))]
async fn register(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<RegisterPasskeyRequest>,
) -> Reply<Vec<Passkey>> {
    reply_with(services.passkeys().register(caller.request(body)).await, |list| list.passkeys)
}

/// The caller's passkeys
#[utoipa::path(get, path = "/user/passkeys", operation_id = "listPasskeys", tag = "passkeys",
    security(("bearer" = [])),
    responses((status = OK, description = "The passkeys", body = Data<Vec<Passkey>>)))]
async fn list(State(services): State<Services>, caller: Caller) -> Reply<Vec<Passkey>> {
    let response = retry(async || services.passkeys().list(caller.request(ListPasskeysRequest {})).await).await;
    reply_with(response, |list| list.passkeys)
}

/// Remove a passkey
#[utoipa::path(post, path = "/user/passkeys/{id}/remove", operation_id = "removePasskey", tag = "passkeys",
    request_body = PasskeyRemoval, params(("id" = i64, Path, description = "A passkey's id")),
    security(("bearer" = [])),
    responses((status = OK, description = "The passkeys that are left", body = Data<Vec<Passkey>>)))]
async fn remove(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(PasskeyRemoval { password }): Json<PasskeyRemoval>,
) -> Reply<Vec<Passkey>> {
    let request = RemovePasskeyRequest { id: segment.id("passkey_not_found")?, password };
    reply_with(services.passkeys().remove(caller.request(request)).await, |list| list.passkeys)
}

/// For staff: begin to register a passkey
///
/// Returns the options for `navigator.credentials.create`.
#[utoipa::path(post, path = "/staff/passkeys/challenge", operation_id = "requestPasskeyOfStaff", tag = "staff",
    extensions(("x-step-up" = json!(true))),
    request_body = BeginPasskeyRequest, security(("staff" = [])),
    responses((status = OK, description = "What the browser needs", body = Data<PasskeyChallenge>)))]
async fn request_of_staff(
    services: State<Services>,
    StaffCaller(caller): StaffCaller,
    body: Json<BeginPasskeyRequest>,
) -> Reply<PasskeyChallenge> {
    request(services, caller, body).await
}

/// For staff: register a passkey as a second factor
///
/// The owner receives a security notice.
#[utoipa::path(post, path = "/staff/passkeys", operation_id = "registerPasskeyOfStaff", tag = "staff",
    request_body = RegisterPasskeyRequest, security(("staff" = [])),
    responses((status = OK, description = "The passkeys", body = Data<Vec<Passkey>>)))]
async fn register_of_staff(
    services: State<Services>,
    StaffCaller(caller): StaffCaller,
    body: Json<RegisterPasskeyRequest>,
) -> Reply<Vec<Passkey>> {
    register(services, caller, body).await
}

/// For staff: the caller's passkeys
#[utoipa::path(get, path = "/staff/passkeys", operation_id = "listPasskeysOfStaff", tag = "staff",
    security(("staff" = [])),
    responses((status = OK, description = "The passkeys", body = Data<Vec<Passkey>>)))]
async fn list_of_staff(services: State<Services>, StaffCaller(caller): StaffCaller) -> Reply<Vec<Passkey>> {
    list(services, caller).await
}

/// For staff: remove a passkey
///
/// The last second factor cannot be removed.
#[utoipa::path(post, path = "/staff/passkeys/{id}/remove", operation_id = "removePasskeyOfStaff", tag = "staff",
    extensions(("x-step-up" = json!(true))),
    request_body = PasskeyRemoval, params(("id" = i64, Path, description = "A passkey's id")),
    security(("staff" = [])),
    responses((status = OK, description = "The passkeys that are left", body = Data<Vec<Passkey>>)))]
async fn remove_of_staff(
    services: State<Services>,
    StaffCaller(caller): StaffCaller,
    segment: Segment,
    body: Json<PasskeyRemoval>,
) -> Reply<Vec<Passkey>> {
    remove(services, caller, segment, body).await
}

/// Begin to sign in with a passkey
///
/// Returns the options for `navigator.credentials.get`, the same for every account.
#[utoipa::path(post, path = "/auth/passkey/challenge", operation_id = "requestPasskeySignIn", tag = "auth",
    responses((status = OK, description = "What the browser needs", body = Data<PasskeyChallenge>)))]
async fn request_sign_in(State(services): State<Services>, visitor: Visitor) -> Reply<PasskeyChallenge> {
    reply(services.passkeys().begin_sign_in(visitor.request(BeginPasskeySignInRequest {})).await)
}

/// Sign in with a passkey
///
/// Unknown and wrong passkeys fail in the same way.
#[utoipa::path(post, path = "/auth/passkey", operation_id = "signInWithPasskey", tag = "auth",
    request_body = PasskeySignInRequest,
    responses((status = OK, description = "A new session", body = Data<Session>)))]
async fn sign_in(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<PasskeySignInRequest>,
) -> Reply<Session> {
    reply(services.passkeys().sign_in(visitor.request(body)).await)
}
