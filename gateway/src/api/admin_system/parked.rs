//! The parked events of all services as one list.

use std::cmp::Reverse;

use futures::future::join_all;
use kit::{client::retry, cursor};
use prost_types::Timestamp;
use proto::system::{ListParkedRequest, ParkedEvent, ParkedPage, ParkedPosition};
use serde::{Deserialize, Serialize};
use tonic::{Response, Status};
use utoipa::ToSchema;

use crate::{api::audit::is_outage, extract::Caller, problem::Problem, services::Services};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedEvents {
    /// Newest first.
    events: Vec<ParkedEvent>,
    /// Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    next_cursor: Option<String>,
    /// The services that did not answer, so that their events are not in the list.
    missing: Vec<&'static str>,
}

/// The last event of a page. Older events are smaller; those of the same time are ordered by service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Position {
    seconds: i64,
    nanos: i32,
    service: String,
    event: i64,
    feed: String,
}

impl Position {
    fn of(event: &ParkedEvent) -> Self {
        let Timestamp { seconds, nanos } = event.parked_at.unwrap_or_default();
        Self { seconds, nanos, service: event.service.clone(), event: event.position, feed: event.feed.clone() }
    }

    /// Returns the position in the list of one service from which the merged list continues.
    fn in_list_of(&self, service: &str) -> ParkedPosition {
        let (position, feed) = match service.cmp(&self.service) {
            // Events of the same time come later.
            std::cmp::Ordering::Less => (i64::MAX, String::new()),
            std::cmp::Ordering::Equal => (self.event, self.feed.clone()),
            // Events of the same time were returned already.
            std::cmp::Ordering::Greater => (0, String::new()),
        };
        let parked_at = Some(Timestamp { seconds: self.seconds, nanos: self.nanos });
        ParkedPosition { parked_at, position, feed }
    }
}

pub async fn page(
    services: &Services,
    caller: &Caller,
    only: Option<&str>,
    cursor: Option<&str>,
    limit: Option<i64>,
) -> Result<ParkedEvents, Problem> {
    let (limit, after) = (cursor::limit(limit)?, cursor::parse::<Position>(cursor)?);
    let desks = services.system_desks();
    if only.is_some_and(|only| desks.iter().all(|(service, _)| *service != only)) {
        return Err(Problem::invalid("service", "unknown_value"));
    }
    let desks = desks.into_iter().filter(|(service, _)| only.is_none_or(|only| only == *service));
    let calls = desks.map(|(service, desk)| {
        let before = after.as_ref().map(|after| after.in_list_of(service));
        async move {
            let request = ListParkedRequest { before, limit };
            (service, retry(async || desk.clone().list_parked(caller.request(request.clone())).await).await)
        }
    });
    merge(join_all(calls).await, usize::try_from(limit).unwrap_or_default())
}

/// A page of one service's list, or why the service did not return it.
type ListPage = Result<Response<ParkedPage>, Status>;

/// Merges a page of each service to a page of at most `limit` events.
fn merge(pages: Vec<(&'static str, ListPage)>, limit: usize) -> Result<ParkedEvents, Problem> {
    let service_count = pages.len();
    let (mut events, mut missing, mut has_more) = (Vec::new(), Vec::new(), false);
    for (service, page) in pages {
        match page {
            Ok(page) => {
                let page_events = page.into_inner().events;
                // There may be more events after a full page.
                has_more |= page_events.len() >= limit;
                events.extend(page_events);
            }
            Err(status) if is_outage(&status) => missing.push(service),
            Err(status) => return Err(status.into()),
        }
    }
    if missing.len() == service_count {
        return Err(Problem::unavailable());
    }
    events.sort_by_cached_key(|event| Reverse(Position::of(event)));
    has_more |= events.len() > limit;
    events.truncate(limit);
    let last = events.last().filter(|_| has_more).map(Position::of);
    let next_cursor = last.map(|position| cursor::encode(&position)).transpose()?;
    Ok(ParkedEvents { events, next_cursor, missing })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(service: &str, second: i64, position: i64) -> ParkedEvent {
        let parked_at = Some(Timestamp { seconds: second, nanos: 0 });
        ParkedEvent { service: service.to_owned(), position, parked_at, ..ParkedEvent::default() }
    }

    /// Returns events older than the position, newest first, as a service does.
    #[expect(clippy::unnecessary_wraps, reason = "the merged pages are results of calls")]
    fn list(all: &[ParkedEvent], before: Option<&ParkedPosition>, limit: usize) -> ListPage {
        let key = |at: Option<Timestamp>, position: i64| (at.map(|at| at.seconds), position);
        let is_older = |event: &&ParkedEvent| {
            before.is_none_or(|before| key(event.parked_at, event.position) < key(before.parked_at, before.position))
        };
        let mut events: Vec<_> = all.iter().filter(is_older).cloned().collect();
        events.sort_by_key(|event| Reverse(key(event.parked_at, event.position)));
        events.truncate(limit);
        Ok(Response::new(ParkedPage { events }))
    }

    #[test]
    fn pages_of_any_size_return_every_event_once_in_order() {
        // Many events have the same time.
        let lists = ["catalog", "order", "store"]
            .map(|service| (service, (1..=7).map(|number| event(service, number / 3, number)).collect::<Vec<_>>()));
        for limit in [1, 2, 5, 21, 100] {
            let (mut after, mut positions) = (None::<Position>, Vec::new());
            loop {
                let pages = lists.iter().map(|(service, all)| {
                    let before = after.as_ref().map(|after| after.in_list_of(service));
                    (*service, list(all, before.as_ref(), limit))
                });
                let page = merge(pages.collect(), limit).unwrap();
                positions.extend(page.events.iter().map(Position::of));
                let Some(next) = page.next_cursor else { break };
                after = cursor::parse(Some(&next)).unwrap();
            }
            assert_eq!(positions.len(), 21, "{limit}: three services with seven events each");
            assert!(positions.is_sorted_by(|newer, older| newer > older), "{limit}: {positions:?}");
        }
    }

    #[test]
    fn a_service_that_is_down_is_named_and_a_refusal_refuses_the_list() {
        let down = || ("store", Err(Status::unavailable("connection refused")));
        let page = merge(vec![down(), ("order", list(&[event("order", 1, 1)], None, 5))], 5).unwrap();
        assert_eq!((page.events.len(), page.next_cursor, page.missing), (1, None, vec!["store"]));
        assert_eq!(merge(vec![down()], 5).err().map(|problem| problem.status.as_u16()), Some(503));
        let refused = merge(vec![down(), ("order", Err(kit::Error::Forbidden.into()))], 5);
        assert_eq!(refused.err().map(|problem| problem.status.as_u16()), Some(403));
    }
}
