//! Security events of an account. A notice reports an event to the owner, with a link for events that they did not
//! cause.

use axum::extract::State;
use kit::client::retry;
use proto::{
    auth::{
        ChangePhoneRequest, DisownRequest, GetNoticeRequest, ListSecurityEventsRequest, SecurityEvent, SecurityNotice,
        User,
    },
    common::Done,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Visitor},
    reply::{Data, Reply, reply, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list_events))
        .routes(routes!(change_phone))
        .routes(routes!(get_notice))
        .routes(routes!(report_notice))
}

/// Security events of the last 90 days, newest first
///
/// At most 100: sign-ins, and changes of the password, the contact data, passkeys and roles.
#[utoipa::path(get, path = "/user/security/events", operation_id = "listSecurityEvents", tag = "profile",
    security(("bearer" = [])),
    responses((status = OK, description = "The events", body = Data<Vec<SecurityEvent>>)))]
async fn list_events(State(services): State<Services>, caller: Caller) -> Reply<Vec<SecurityEvent>> {
    let request = || caller.request(ListSecurityEventsRequest {});
    let response = retry(async || services.security().list_events(request()).await).await;
    reply_with(response, |list| list.events)
}

/// Change the phone number
///
/// Needs the one-time code that was sent to the new number. The previous number and a verified e-mail address receive a notice.
#[utoipa::path(post, path = "/user/phone", operation_id = "changePhone", tag = "profile",
    request_body = ChangePhoneRequest, security(("bearer" = [])),
    responses((status = OK, description = "The changed account", body = Data<User>)))]
async fn change_phone(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<ChangePhoneRequest>,
) -> Reply<User> {
    reply(services.security().change_phone(caller.request(body)).await)
}

/// The event that the link of a security notice reports
///
/// The token is in the body, so that it does not get into logs and histories. A link is valid for seven days and once.
#[utoipa::path(post, path = "/security/notice", operation_id = "getSecurityNotice", tag = "profile",
    request_body = GetNoticeRequest,
    responses((status = OK, description = "The event", body = Data<SecurityNotice>)))]
async fn get_notice(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<GetNoticeRequest>,
) -> Reply<SecurityNotice> {
    reply(services.security().get_notice(visitor.request(body)).await)
}

/// Report that the event of a security notice was not caused by the owner
///
/// Ends all sessions, removes the password and the passkeys, and restores an e-mail address or phone number that was replaced. Needs no
/// sign-in, because the owner may be locked out.
#[utoipa::path(post, path = "/security/notice/disown", operation_id = "reportSecurityNotice", tag = "profile",
    request_body = DisownRequest,
    responses((status = OK, description = "The account is protected", body = Data<Done>)))]
async fn report_notice(
    State(services): State<Services>,
    visitor: Visitor,
    Json(body): Json<DisownRequest>,
) -> Reply<Done> {
    reply(services.security().disown(visitor.request(body)).await)
}
