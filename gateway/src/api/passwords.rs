use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{
        ChangePasswordRequest, ForgetPasswordRequest, ResetPasswordRequest, ResetVerified, Tokens, VerifyResetRequest,
    },
    common::Done,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Visitor},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(forget))
        .routes(routes!(verify_reset))
        .routes(routes!(reset))
        .routes(routes!(change))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct LinkQuery {
    /// The token of the mailed link
    #[param(required = true)]
    token: String,
}

/// Request a link to reset the password
///
/// The link is mailed if an account has verified the address. The response does not reveal whether it does.
#[utoipa::path(post, path = "/auth/password/forget", operation_id = "requestPasswordReset",
    tag = "auth", request_body = ForgetPasswordRequest,
    responses((status = OK, description = "The link is mailed if the address is known", body = Data<Done>)))]
async fn forget(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<ForgetPasswordRequest>,
) -> Reply<Done> {
    reply(services.passwords().forget(visitor.request(body)).await)
}

/// Check whether a reset link is still valid
#[utoipa::path(get, path = "/auth/password/forget/verify", operation_id = "verifyPasswordReset",
    tag = "auth", params(LinkQuery),
    responses((status = OK, description = "The link is valid", body = Data<ResetVerified>)))]
async fn verify_reset(
    State(services): State<Services>,
    visitor: Visitor,
    Query(LinkQuery { token }): Query<LinkQuery>,
) -> Reply<ResetVerified> {
    let request = VerifyResetRequest { token };
    reply(retry(async || services.passwords().verify_reset(visitor.request(request.clone())).await).await)
}

/// Set a new password with a reset link
///
/// The link can be used once. All sessions of the account end.
#[utoipa::path(post, path = "/auth/password/reset", operation_id = "resetPassword",
    tag = "auth", request_body = ResetPasswordRequest,
    responses((status = OK, description = "The password is set; the caller must sign in with it", body = Data<Done>)))]
async fn reset(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<ResetPasswordRequest>,
) -> Reply<Done> {
    reply(services.passwords().reset(visitor.request(body)).await)
}

/// Change the password
///
/// All other sessions of the account end.
#[utoipa::path(post, path = "/user/password/update", operation_id = "changePassword",
    tag = "profile", request_body = ChangePasswordRequest,
    security(("bearer" = [])), responses((status = OK, description = "New tokens of this session", body = Data<Tokens>)))]
async fn change(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<ChangePasswordRequest>,
) -> Reply<Tokens> {
    reply(services.passwords().change(caller.request(body)).await)
}
