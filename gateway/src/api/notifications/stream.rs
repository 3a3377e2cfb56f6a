//! Notifications as they come, as server-sent events.

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

/// Notifications as they come
///
/// Server-sent events. `count` comes first and whenever it changes: `{"unreadCount": 3}`. `notification` is one that came
/// meanwhile. Every event has an id: whoever comes again with it in `Last-Event-ID` is told what they missed, each once; of more
/// than 50 the newest. Comments come in between, so that nobody takes silence for an end. The stream ends with the token, and
/// when the shop's own processes are renewed.
#[utoipa::path(get, path = "/notification/stream", operation_id = "streamNotifications",
    tag = "notifications", security(("bearer" = [])),
    params(("Last-Event-ID" = Option<i64>, Header, description = "Of the last event that was received")),
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
    // Who may not ask is told so, in a problem like any other.
    reader.ask().await?;
    let events = stream::unfold(reader, Reader::next).take_until(over);
    Ok(streams::tell(events.map(Ok::<_, Infallible>)))
}

/// What no stream of ours has said is as good as nothing.
fn last_event(headers: &HeaderMap) -> Option<i64> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()?.trim().parse().ok().filter(|id| *id >= 0)
}

struct Reader {
    services: Services,
    caller: Caller,
    bell: Bell,
    /// The last notification that was told, or was there before any was.
    known: Option<i64>,
    /// As it was told last.
    unread: Option<i64>,
    /// Still to be told.
    events: VecDeque<Event>,
}

impl Reader {
    async fn next(mut self) -> Option<(Event, Self)> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some((event, self));
            }
            self.bell.rung().await;
            // A question is much larger than who waits with it, and thousands wait.
            match Box::pin(self.ask()).await {
                Ok(()) => {}
                // The client comes again and is told why it may not.
                Err(problem) if is_final(&problem) => return None,
                Err(_) => {
                    tokio::time::sleep(AGAIN).await;
                    self.bell.ring();
                }
            }
        }
    }

    /// What is new, if anything is.
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
