//! The caller's profile, e-mail address and account deletion.

use axum::extract::State;
use proto::{
    auth::{
        ChangeEmailRequest, DeleteAccountRequest, ReportRequest, RestoreAccountRequest, SendVerificationRequest,
        UpdateUserRequest, User, VerifyEmailRequest,
    },
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(update))
        .routes(routes!(change_email))
        .routes(routes!(verify_email))
        .routes(routes!(send_email_verification))
        .routes(routes!(report))
        .routes(routes!(delete))
        .routes(routes!(restore))
}

/// Change the profile
///
/// Absent fields stay unchanged; an empty `birthDate` removes it.
#[utoipa::path(post, path = "/user/update", operation_id = "updateProfile",
    tag = "profile", request_body = UpdateUserRequest, security(("bearer" = [])),
    responses((status = OK, description = "The changed account", body = Data<User>)))]
async fn update(State(services): State<Services>, caller: Caller, Json(body): Json<UpdateUserRequest>) -> Reply<User> {
    reply(services.profiles().update(caller.request(body)).await)
}

/// Change the e-mail address
///
/// A verification link is mailed to the new address.
#[utoipa::path(post, path = "/user/email/change", operation_id = "changeEmail",
    tag = "profile", request_body = ChangeEmailRequest,
    security(("bearer" = [])), responses((status = OK, description = "The changed account", body = Data<User>)))]
async fn change_email(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<ChangeEmailRequest>,
) -> Reply<User> {
    reply(services.emails().change(caller.request(body)).await)
}

/// Verify an e-mail address
///
/// Takes the token of the mailed link, which is valid for the account that entered the address: nobody gives their address
/// to the account of somebody else by opening a link.
#[utoipa::path(post, path = "/user/email/verify", operation_id = "verifyEmail",
    tag = "profile", request_body = VerifyEmailRequest,
    security(("bearer" = [])), responses((status = OK, description = "The address is verified", body = Data<Done>)))]
async fn verify_email(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<VerifyEmailRequest>,
) -> Reply<Done> {
    reply(services.emails().verify(caller.request(body)).await)
}

/// Mail the verification link of the e-mail address again
#[utoipa::path(post, path = "/user/email/verify/send", operation_id = "sendEmailVerification",
    tag = "profile", security(("bearer" = [])),
    responses((status = OK, description = "The mail will be sent", body = Data<Done>)))]
async fn send_email_verification(State(services): State<Services>, caller: Caller) -> Reply<Done> {
    reply(services.emails().send_verification(caller.request(SendVerificationRequest {})).await)
}

/// Send a message to support
#[utoipa::path(post, path = "/user/report", operation_id = "reportProblem",
    tag = "profile", request_body = ReportRequest, security(("bearer" = [])),
    responses((status = OK, description = "The message was received", body = Data<Done>)))]
async fn report(State(services): State<Services>, caller: Caller, Json(body): Json<ReportRequest>) -> Reply<Done> {
    reply(services.profiles().report(caller.request(body)).await)
}

/// Delete the account
///
/// The account is deleted at `deletesAt`; until then its owner can cancel the deletion.
#[utoipa::path(post, path = "/user/delete", operation_id = "deleteAccount",
    tag = "profile", request_body = DeleteAccountRequest, security(("bearer" = [])),
    responses((status = OK, description = "The account with the time of its deletion", body = Data<User>)))]
async fn delete(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<DeleteAccountRequest>,
) -> Reply<User> {
    reply(services.profiles().delete(caller.request(body)).await)
}

/// Cancel the deletion of the account
#[utoipa::path(post, path = "/user/restore", operation_id = "restoreAccount",
    tag = "profile", security(("bearer" = [])),
    responses((status = OK, description = "The account, whose deletion is cancelled", body = Data<User>)))]
async fn restore(State(services): State<Services>, caller: Caller) -> Reply<User> {
    reply(services.profiles().restore(caller.request(RestoreAccountRequest {})).await)
}
