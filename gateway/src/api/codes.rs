//! One-time codes by text message, which prove that a phone number is the client's.

use axum::extract::State;
use kit::client::retry;
use proto::auth::{
    CodeSent, CodeVerified, CountriesRequest, Country, SendCodeRequest, Session, SignUpRequest, VerifyCodeRequest,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Json, Visitor},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn public_routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(countries))
}

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(send)).routes(routes!(verify)).routes(routes!(sign_up))
}

/// The countries whose phone numbers are accepted
#[utoipa::path(get, path = "/auth/countries", operation_id = "listCountries", tag = "auth",
    responses((status = OK, description = "The countries, Azerbaijan first", body = Data<Vec<Country>>)))]
async fn countries(State(services): State<Services>, visitor: Visitor) -> Reply<Vec<Country>> {
    let response = retry(async || services.codes().countries(visitor.request(CountriesRequest {})).await).await;
    reply_with(response, |list| list.countries)
}

/// Send a one-time code
///
/// The response does not reveal whether the number belongs to an account.
#[utoipa::path(post, path = "/auth/otp/send", operation_id = "sendOneTimeCode",
    tag = "auth", request_body = SendCodeRequest,
    responses((status = OK, description = "The code will be sent", body = Data<CodeSent>)))]
async fn send(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<SendCodeRequest>,
) -> Reply<CodeSent> {
    reply(services.codes().send(visitor.request(body)).await)
}

/// Check a one-time code
///
/// Signs in if the number belongs to an account. Otherwise returns a `verificationToken` for sign-up.
#[utoipa::path(post, path = "/auth/otp/verify", operation_id = "verifyOneTimeCode",
    tag = "auth", request_body = VerifyCodeRequest,
    responses((status = OK, description = "A new session, or a verification token", body = Data<CodeVerified>)))]
async fn verify(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<VerifyCodeRequest>,
) -> Reply<CodeVerified> {
    reply(services.codes().verify(visitor.request(body)).await)
}

/// Sign up
///
/// Requires the `verificationToken` that the check of the one-time code returned for this phone number.
#[utoipa::path(post, path = "/auth/signup", operation_id = "signUp", tag = "auth", request_body = SignUpRequest,
    responses((status = OK, description = "A new session of a new account", body = Data<Session>)))]
async fn sign_up(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<SignUpRequest>,
) -> Reply<Session> {
    reply(services.codes().sign_up(visitor.request(body)).await)
}
