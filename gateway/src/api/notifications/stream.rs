//! Notifications as a stream of events.

use std::{collections::VecDeque, convert::Infallible};

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, sse::Event},
};
use futures::{StreamExt as _, stream};
use kit::client::retry;
use proto::notification::{Notification, NotificationsSinceRequest};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::Caller,
    notification_changes::{NotificationChanges, Subscription},
    problem::Problem,
    services::Services,
    streams::{self, RECONNECT_AFTER, StreamKind, Streams},
};

/// The header in which a client that reconnects sends the id of the last event.
const LAST_EVENT_ID: &str = "last-event-id";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(stream))
}

/// Data of the events named `count`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnreadCount {
    unread_count: i64,
}

/// Stream notifications
///
/// Server-sent events. `count` is sent first and after every change: `{"unreadCount": 3}`. `notification` is sent for every new
/// notification. Every event has an id; a client that reconnects with it in `Last-Event-ID` receives the notifications it missed, each once
/// and at most the newest 50. Comments are sent every 15 seconds to keep the connection open. The stream ends when the token expires or is
/// revoked, after 10 minutes at most, and when the server restarts; the client then reconnects. An account can have 8 open streams of this
/// kind.
#[utoipa::path(get, path = "/notification/stream", operation_id = "streamNotifications",
    tag = "notifications", security(("bearer" = [])),
    params(("Last-Event-ID" = Option<i64>, Header, description = "The id of the last event received")),
    responses((status = OK, description = "Each `notification` event's data", body = Notification,
        content_type = "text/event-stream")))]
async fn stream(
    State(services): State<Services>,
    Extension(streams): Extension<Streams>,
    Extension(notification_changes): Extension<NotificationChanges>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let slot = streams.acquire(StreamKind::Notifications, caller.account)?;
    let ended = slot.ended(caller.token_ended(&services));
    let subscription = notification_changes.subscribe(caller.account);
    let mut reader =
        Reader { services, caller, subscription, last_id: last_event(&headers), unread: None, events: VecDeque::new() };
    // Fetches before the response starts, so that a caller without permission gets a problem.
    reader.fetch().await?;
    let events = stream::unfold(reader, Reader::next).take_until(ended);
    Ok(streams::sse_response(events.map(Ok::<_, Infallible>)))
}

/// Returns the id of the last event that the client has received; ignores one that this stream cannot have sent.
fn last_event(headers: &HeaderMap) -> Option<i64> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()?.trim().parse().ok().filter(|id| *id >= 0)
}

/// The source of one stream's events.
struct Reader {
    services: Services,
    caller: Caller,
    subscription: Subscription,
    /// The id of the last notification sent, or of the newest one when the stream started.
    last_id: Option<i64>,
    /// The number of unread notifications in the last `count` event.
    unread: Option<i64>,
    /// Events that are not sent yet.
    events: VecDeque<Event>,
}

impl Reader {
    /// Returns the next event, or `None` when the stream must end. Waits until the notifications change.
    async fn next(mut self) -> Option<(Event, Self)> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some((event, self));
            }
            self.subscription.changed().await;
            // Boxed because the future is large, and thousands of readers wait.
            match Box::pin(self.fetch()).await {
                Ok(()) => {}
                // The client reconnects and receives the problem.
                Err(problem) if is_final(&problem) => return None,
                Err(_) => {
                    tokio::time::sleep(RECONNECT_AFTER).await;
                    self.subscription.wake_again();
                }
            }
        }
    }

    /// Fetches the notifications since the last event, and queues their events.
    async fn fetch(&mut self) -> Result<(), Problem> {
        let _permit = self.subscription.acquire_fetch().await;
        let request = || self.caller.request(NotificationsSinceRequest { after: self.last_id });
        let response = retry(async || self.services.notifications().since(request()).await).await?.into_inner();
        self.events.extend(
            response.notifications.iter().map(|notification| event("notification", notification.id, notification)),
        );
        if self.unread != Some(response.unread_count) {
            let count = UnreadCount { unread_count: response.unread_count };
            self.events.push_back(event("count", response.last_id, &count).retry(RECONNECT_AFTER));
        }
        (self.last_id, self.unread) = (Some(response.last_id), Some(response.unread_count));
        Ok(())
    }
}

/// Whether fetching again is useless, because the session has ended or the permission was withdrawn.
fn is_final(problem: &Problem) -> bool {
    matches!(problem.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
}

fn event(name: &str, id: i64, data: &impl Serialize) -> Event {
    Event::default().event(name).id(id.to_string()).data(serde_json::to_string(data).unwrap_or_default())
}
