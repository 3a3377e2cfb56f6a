mod stream;

use axum::extract::State;
use kit::client::retry;
use proto::notification::{
    CountNotificationsRequest, ListNotificationsRequest, Notification, NotificationCount, ReadAllNotificationsRequest,
    ReadNotificationRequest,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::page::PageQuery;
use crate::{
    extract::{Caller, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(count))
        .routes(routes!(read))
        .routes(routes!(read_all))
        .merge(stream::routes())
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct CountQuery {
    /// True counts only read notifications, false only unread ones; all if absent
    has_viewed: Option<bool>,
}

/// Notifications, newest first
#[utoipa::path(get, path = "/notification/all", operation_id = "listNotifications",
    tag = "notifications", params(PageQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of the caller's notifications", body = Paged<Vec<Notification>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> PagedReply<Vec<Notification>> {
    let request = ListNotificationsRequest { page: query.page, per_page: query.per_page };
    let response = retry(async || services.notifications().list(caller.request(request)).await).await;
    reply_paged(response, |page| (page.notifications, page.meta))
}

/// The number of notifications
#[utoipa::path(get, path = "/notification/count", operation_id = "countNotifications",
    tag = "notifications", params(CountQuery), security(("bearer" = [])),
    responses((status = OK, description = "The number of notifications", body = Data<NotificationCount>)))]
async fn count(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<CountQuery>,
) -> Reply<NotificationCount> {
    let request = CountNotificationsRequest { has_viewed: query.has_viewed };
    reply(retry(async || services.notifications().count(caller.request(request)).await).await)
}

/// Mark a notification as read
#[utoipa::path(get, path = "/notification/read/{id}", operation_id = "markNotificationRead",
    tag = "notifications", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A notification's id")),
    responses((status = OK, description = "The notification, marked as read", body = Data<Notification>)))]
async fn read(State(services): State<Services>, caller: Caller, segment: Segment) -> Reply<Notification> {
    let request = ReadNotificationRequest { id: segment.id("notification_not_found")? };
    reply(services.notifications().read(caller.request(request)).await)
}

/// Mark all notifications as read
#[utoipa::path(post, path = "/notification/read-all", operation_id = "markAllNotificationsRead",
    tag = "notifications", security(("bearer" = [])),
    responses((status = OK, description = "The number of unread notifications", body = Data<NotificationCount>)))]
async fn read_all(State(services): State<Services>, caller: Caller) -> Reply<NotificationCount> {
    reply(services.notifications().read_all(caller.request(ReadAllNotificationsRequest {})).await)
}
