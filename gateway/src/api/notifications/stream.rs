//! A stream of notifications as server-sent events.

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
    problem::Problem,
    pulse::{Bell, Pulse},
    services::Services,
    streams::{self, AGAIN, Streams, Watched},
};

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
/// and at most the newest 50. Comments are sent every 15 seconds to keep the connection open. The stream ends when the token expires, after
/// 10 minutes at most, and when the server restarts; the client then reconnects. An account can have 8 open streams of this kind.
#[utoipa::path(get, path = "/notification/stream", operation_id = "streamNotifications",
    tag = "notifications", security(("bearer" = [])),
    params(("Last-Event-ID" = Option<i64>, Header, description = "The id of the last event received")),
    responses((status = OK, description = "Each `notification` event's data", body = Notification,
        content_type = "text/event-stream")))]
async fn stream(
    State(services): State<Services>,
    Extension(streams): Extension<Streams>,
    Extension(pulse): Extension<Pulse>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let place = streams.enter(Watched::Notifications, caller.account)?;
    let over = place.over(caller.lasts);
    let bell = pulse.bell(caller.account);
    let mut reader =
        Reader { services, caller, bell, known: last_event(&headers), unread: None, events: VecDeque::new() };
    // Answers with a problem if the caller may not read the notifications, before the stream starts.
    reader.ask().await?;
    let events = stream::unfold(reader, Reader::next).take_until(over);
    Ok(streams::tell(events.map(Ok::<_, Infallible>)))
}

/// Ignores an id that this stream cannot have sent.
fn last_event(headers: &HeaderMap) -> Option<i64> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()?.trim().parse().ok().filter(|id| *id >= 0)
}

struct Reader {
    services: Services,
    caller: Caller,
    bell: Bell,
    /// The id of the last notification sent, or of the newest one when the stream started.
    known: Option<i64>,
    /// The number of unread notifications in the last `count` event.
    unread: Option<i64>,
    /// Events that are not sent yet.
    events: VecDeque<Event>,
}

impl Reader {
    async fn next(mut self) -> Option<(Event, Self)> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some((event, self));
            }
            self.bell.rung().await;
            // Boxed because the future is much larger than a waiting reader, and thousands of readers wait.
            match Box::pin(self.ask()).await {
                Ok(()) => {}
                // Ends the stream; the client reconnects and receives the problem.
                Err(problem) if is_final(&problem) => return None,
                Err(_) => {
                    tokio::time::sleep(AGAIN).await;
                    self.bell.ring();
                }
            }
        }
    }

    /// Loads new notifications and queues their events.
    async fn ask(&mut self) -> Result<(), Problem> {
        let _turn = self.bell.turn().await;
        let question = || self.caller.sign(NotificationsSinceRequest { after: self.known });
        let news = retry(async || self.services.notifications().since(question()).await).await?.into_inner();
        self.events.extend(news.notifications.iter().map(|told| event("notification", told.id, told)));
        if self.unread != Some(news.unread_count) {
            let count = UnreadCount { unread_count: news.unread_count };
            self.events.push_back(event("count", news.last_id, &count).retry(AGAIN));
        }
        (self.known, self.unread) = (Some(news.last_id), Some(news.unread_count));
        Ok(())
    }
}

fn is_final(problem: &Problem) -> bool {
    matches!(problem.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
}

fn event(name: &str, id: i64, data: &impl Serialize) -> Event {
    Event::default().event(name).id(id.to_string()).data(serde_json::to_string(data).unwrap_or_default())
}
