//! The second factors of a member of staff.

use axum::extract::State;
use kit::client::retry;
use proto::auth::{
    BeginTotpRequest, ConfirmTotpRequest, ListSecondFactorsRequest, RecoveryCodes, RemoveTotpRequest,
    RenewRecoveryCodesRequest, SecondFactorList, TotpSecret,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Json, StaffCaller},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(create_totp, remove_totp))
        .routes(routes!(accept_totp))
        .routes(routes!(replace_recovery_codes))
}

/// For staff: the caller's second factors, except passkeys
#[utoipa::path(get, path = "/staff/second-factors", operation_id = "listSecondFactors", tag = "staff",
    security(("staff" = [])),
    responses((status = OK, description = "The second factors", body = Data<SecondFactorList>)))]
async fn list(State(services): State<Services>, StaffCaller(caller): StaffCaller) -> Reply<SecondFactorList> {
    let request = || caller.request(ListSecondFactorsRequest {});
    reply(retry(async || services.second_factors().list(request()).await).await)
}

/// For staff: create a secret for an authenticator app
///
/// It counts when a code of it was confirmed within ten minutes. Needs a recent second factor.
#[utoipa::path(post, path = "/staff/second-factors/totp", operation_id = "createTotp", tag = "staff",
    extensions(("x-step-up" = json!(true))),
    security(("staff" = [])),
    responses((status = OK, description = "The secret, as text and as QR code", body = Data<TotpSecret>)))]
async fn create_totp(State(services): State<Services>, StaffCaller(caller): StaffCaller) -> Reply<TotpSecret> {
    reply(services.second_factors().begin_totp(caller.request(BeginTotpRequest {})).await)
}

/// For staff: confirm the new secret with a code of the authenticator app
///
/// It replaces the previous one. Needs a recent second factor.
#[utoipa::path(post, path = "/staff/second-factors/totp/confirm", operation_id = "acceptTotp", tag = "staff",
    extensions(("x-step-up" = json!(true))),
    request_body = ConfirmTotpRequest, security(("staff" = [])),
    responses((status = OK, description = "The second factors", body = Data<SecondFactorList>)))]
async fn accept_totp(
    State(services): State<Services>,
    StaffCaller(caller): StaffCaller,
    Json(body): Json<ConfirmTotpRequest>,
) -> Reply<SecondFactorList> {
    reply(services.second_factors().confirm_totp(caller.request(body)).await)
}

/// For staff: remove the authenticator app
///
/// The last second factor cannot be removed. Needs a recent second factor.
#[utoipa::path(delete, path = "/staff/second-factors/totp", operation_id = "removeTotp", tag = "staff",
    extensions(("x-step-up" = json!(true))),
    security(("staff" = [])),
    responses((status = OK, description = "The second factors", body = Data<SecondFactorList>)))]
async fn remove_totp(State(services): State<Services>, StaffCaller(caller): StaffCaller) -> Reply<SecondFactorList> {
    reply(services.second_factors().remove_totp(caller.request(RemoveTotpRequest {})).await)
}

/// For staff: replace all recovery codes
///
/// The ten new codes are returned once. Needs a recent second factor.
#[utoipa::path(post, path = "/staff/second-factors/recovery-codes", operation_id = "replaceRecoveryCodes", tag = "staff",
    extensions(("x-step-up" = json!(true))),
    security(("staff" = [])),
    responses((status = OK, description = "The new codes", body = Data<RecoveryCodes>)))]
async fn replace_recovery_codes(
    State(services): State<Services>,
    StaffCaller(caller): StaffCaller,
) -> Reply<RecoveryCodes> {
    reply(services.second_factors().renew_recovery_codes(caller.request(RenewRecoveryCodesRequest {})).await)
}
