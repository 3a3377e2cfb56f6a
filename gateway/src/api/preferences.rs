//! Notification preferences and push subscriptions of an account.

use axum::extract::State;
use kit::client::retry;
use proto::{
    common::Done,
    notification::{
        GetPreferencesRequest, NotificationPreferences, PushKeyRequest, PushServerKey, PushSubscription,
        RemovePushRequest, UnsubscribeRequest, Unsubscribed,
    },
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
        .routes(routes!(get))
        .routes(routes!(save))
        .routes(routes!(unsubscribe))
        .routes(routes!(push_key))
        .routes(routes!(add_push))
        .routes(routes!(remove_push))
}

/// Notification preferences
#[utoipa::path(get, path = "/notification/preferences", operation_id = "getNotificationPreferences",
    tag = "notifications", security(("bearer" = [])),
    responses((status = OK, description = "All topics and the quiet hours", body = Data<NotificationPreferences>)))]
async fn get(State(services): State<Services>, caller: Caller) -> Reply<NotificationPreferences> {
    reply(retry(async || services.preferences().get(caller.request(GetPreferencesRequest {})).await).await)
}

/// Change notification preferences
#[utoipa::path(put, path = "/notification/preferences", operation_id = "saveNotificationPreferences",
    tag = "notifications", request_body = NotificationPreferences,
    security(("bearer" = [])),
    responses((status = OK, description = "The saved preferences", body = Data<NotificationPreferences>)))]
async fn save(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<NotificationPreferences>,
) -> Reply<NotificationPreferences> {
    reply(services.preferences().save(caller.request(body)).await)
}

#[derive(Deserialize, IntoParams, Default)]
#[into_params(parameter_in = Query)]
struct TokenQuery {
    /// The token of the link in the mail
    #[serde(default)]
    #[param(required = true)]
    token: String,
}

/// Unsubscribe with the link of a mail
///
/// Needs no sign-in: the token of the link identifies the recipient. Mail programs also call it (RFC 8058), so any body is accepted.
#[utoipa::path(post, path = "/notification/unsubscribe", operation_id = "unsubscribeFromMail",
    tag = "notifications", params(TokenQuery),
    responses((status = OK, description = "The topic and channel that were unsubscribed", body = Data<Unsubscribed>)))]
async fn unsubscribe(
    State(services): State<Services>,
    visitor: Visitor,
    Query(TokenQuery { token }): Query<TokenQuery>,
) -> Reply<Unsubscribed> {
    reply(services.preferences().unsubscribe(visitor.request(UnsubscribeRequest { token })).await)
}

/// The public key with which browsers subscribe to push messages
#[utoipa::path(get, path = "/notification/push/key", operation_id = "getPushKey", tag = "notifications",
    responses((status = OK, description = "The key; empty if push is turned off", body = Data<PushServerKey>)))]
async fn push_key(State(services): State<Services>, visitor: Visitor) -> Reply<PushServerKey> {
    reply(retry(async || services.preferences().push_key(visitor.request(PushKeyRequest {})).await).await)
}

/// Subscribe this browser to push messages
#[utoipa::path(post, path = "/notification/push", operation_id = "addPushSubscription",
    tag = "notifications", request_body = PushSubscription,
    security(("bearer" = [])), responses((status = OK, description = "The browser is subscribed", body = Data<Done>)))]
async fn add_push(State(services): State<Services>, caller: Caller, Json(body): Json<PushSubscription>) -> Reply<Done> {
    reply(services.preferences().add_push(caller.request(body)).await)
}

/// Unsubscribe this browser from push messages
#[utoipa::path(delete, path = "/notification/push", operation_id = "removePushSubscription",
    tag = "notifications", request_body = RemovePushRequest,
    security(("bearer" = [])), responses((status = OK, description = "The browser is not subscribed", body = Data<Done>)))]
async fn remove_push(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<RemovePushRequest>,
) -> Reply<Done> {
    reply(services.preferences().remove_push(caller.request(body)).await)
}
