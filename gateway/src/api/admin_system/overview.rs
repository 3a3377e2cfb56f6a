//! The state of the gateway and of each service. A service's events are its feed.

use std::time::Duration;

use futures::future::join_all;
use kit::{BuildInfo, client::retry};
use prost_types::Timestamp;
use proto::{
    json::{timestamp, to_timestamp},
    system::{DatabaseStatus, FeedPosition, OutboxHead, SystemStatus, SystemStatusRequest, WorkerStatus},
};
use serde::Serialize;
use tonic::{Response, Status};
use utoipa::ToSchema;

use crate::{api::audit::is_outage, extract::Caller, problem::Problem, services::Services};

/// A service that takes longer counts as away.
const DEADLINE: Duration = Duration::from_secs(2);

#[derive(Debug, Serialize, ToSchema)]
pub struct SystemOverview {
    /// The gateway first, then the services by name.
    services: Vec<ServiceState>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ServiceHealth {
    Up,
    /// The service answers, and its database does not.
    NoDatabase,
    /// The service does not answer.
    Away,
}

/// A service. Version and workers are those of the replica that has answered; nothing is known of one that is away.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceState {
    service: &'static str,
    health: ServiceHealth,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    commit: Option<String>,
    #[serde(with = "timestamp", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    started_at: Option<Timestamp>,
    /// The newest migration that is applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    schema: Option<i64>,
    /// The number of parked events, at most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    parked: Option<i64>,
    workers: Vec<WorkerStatus>,
    feeds: Vec<FeedState>,
}

/// How far a service has read the feed of another.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedState {
    /// The producing service.
    feed: String,
    /// The last event that was processed.
    position: i64,
    #[serde(with = "timestamp")]
    #[schema(value_type = String, format = DateTime, required = true)]
    moved_at: Option<Timestamp>,
    /// Absent until the first read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    epoch: Option<String>,
    /// The newest event. Absent while the producing service is away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    head: Option<i64>,
    /// The number of events that are not processed, also those that the service does not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    lag: Option<i64>,
    /// Whether the feed cannot continue from this position, so that it starts over.
    is_stopped: bool,
}

type StatusResponse = Result<Response<SystemStatus>, Status>;

/// Asks all services for their state at the same time.
pub async fn load(services: &Services, caller: &Caller) -> Result<SystemOverview, Problem> {
    let calls = services.system_desks().map(|(service, desk)| async move {
        let call = retry(async || desk.clone().status(caller.request(SystemStatusRequest {})).await);
        let response = tokio::time::timeout(DEADLINE, call).await;
        (service, response.unwrap_or_else(|_| Err(Status::deadline_exceeded("no answer in time"))))
    });
    let mut overview = compose(join_all(calls).await)?;
    overview.services.insert(0, own_state());
    Ok(overview)
}

/// The gateway, which has neither a database nor feeds.
fn own_state() -> ServiceState {
    let running = BuildInfo::running();
    let build = running.map_or(BuildInfo::UNKNOWN, |(build, _)| build);
    ServiceState {
        version: Some(build.version.to_owned()),
        commit: Some(build.commit.to_owned()),
        started_at: running.map(|(_, at)| to_timestamp(at)),
        ..ServiceState::empty("gateway", ServiceHealth::Up)
    }
}

/// Fails if a service refuses the caller, or if no service has checked the permission.
fn compose(responses: Vec<(&'static str, StatusResponse)>) -> Result<SystemOverview, Problem> {
    let mut statuses = Vec::with_capacity(responses.len());
    for (service, response) in responses {
        match response {
            Ok(status) => statuses.push((service, Some(status.into_inner()))),
            Err(status) if is_outage(&status) => statuses.push((service, None)),
            Err(status) => return Err(status.into()),
        }
    }
    if statuses.iter().all(|(_, status)| status.is_none()) {
        return Err(Problem::unavailable());
    }
    let heads: Vec<_> =
        statuses.iter().filter_map(|(service, status)| Some((*service, head(status.as_ref()?)?))).collect();
    let services = statuses.into_iter().map(|(service, status)| ServiceState::of(service, status, &heads)).collect();
    Ok(SystemOverview { services })
}

/// Returns the newest position in the service's own feed.
fn head(status: &SystemStatus) -> Option<OutboxHead> {
    status.database.as_ref()?.head.clone()
}

impl ServiceState {
    fn empty(service: &'static str, health: ServiceHealth) -> Self {
        Self {
            service,
            health,
            version: None,
            commit: None,
            started_at: None,
            schema: None,
            parked: None,
            workers: Vec::new(),
            feeds: Vec::new(),
        }
    }

    /// Returns the state of a service; `status` is `None` if it is away. `heads` are the newest positions in the feeds
    /// of all services.
    fn of(service: &'static str, status: Option<SystemStatus>, heads: &[(&'static str, OutboxHead)]) -> Self {
        let Some(SystemStatus { version, commit, started_at, database, workers }) = status else {
            return Self::empty(service, ServiceHealth::Away);
        };
        let health = if database.is_some() { ServiceHealth::Up } else { ServiceHealth::NoDatabase };
        let schema = database.as_ref().map(|database| database.schema);
        let parked = database.as_ref().map(|database| database.parked);
        let feeds = database.map_or_else(Vec::new, |DatabaseStatus { feeds, .. }| feeds);
        let head_of = |feed: &str| heads.iter().find(|(service, _)| *service == feed).map(|(_, head)| head);
        let feeds = feeds.into_iter().map(|feed| FeedState::of(head_of(&feed.feed), feed)).collect();
        Self {
            version: Some(version),
            commit: Some(commit),
            started_at,
            schema,
            parked,
            workers,
            feeds,
            ..Self::empty(service, health)
        }
    }
}

impl FeedState {
    /// Compares a service's position in a feed with the newest event of the feed. A service cannot continue from a
    /// position of another epoch (before a restore of the producer's database), beyond the newest event, or among
    /// events that were deleted.
    fn of(head: Option<&OutboxHead>, FeedPosition { feed, position, moved_at, epoch }: FeedPosition) -> Self {
        let is_stopped = head.is_some_and(|head| {
            let is_of_other_epoch = epoch.as_ref().is_some_and(|epoch| *epoch != head.epoch);
            is_of_other_epoch || position > head.position || position < head.pruned
        });
        let head = head.map(|head| head.position);
        let lag = head.map(|head| (head - position).max(0));
        Self { feed, position, moved_at, epoch, head, lag, is_stopped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the answer of a service whose newest event is at `position`, in the epoch "a". Events up to 10 are
    /// deleted.
    #[expect(clippy::unnecessary_wraps, reason = "the merged statuses are results of calls")]
    fn status_of(position: i64, feeds: Vec<FeedPosition>) -> StatusResponse {
        let head = OutboxHead { position, pruned: 10, epoch: "a".to_owned() };
        let database = DatabaseStatus { schema: 4, parked: 2, head: Some(head), feeds };
        Ok(Response::new(SystemStatus { database: Some(database), ..SystemStatus::default() }))
    }

    fn cursor(feed: &str, position: i64, epoch: &str) -> FeedPosition {
        FeedPosition { feed: feed.to_owned(), position, moved_at: None, epoch: Some(epoch.to_owned()) }
    }

    #[test]
    fn a_feed_lags_behind_its_producer_and_stops_if_it_cannot_continue() {
        let feeds = [("auth", 90, "a"), ("auth", 5, "a"), ("auth", 101, "a"), ("auth", 90, "b"), ("store", 1, "a")];
        let feeds = feeds.map(|(feed, position, epoch)| cursor(feed, position, epoch)).to_vec();
        let away = || Err(Status::unavailable("connection refused"));
        let overview =
            compose(vec![("auth", status_of(100, vec![])), ("order", status_of(7, feeds)), ("store", away())]).unwrap();
        let [auth, order, store] = &overview.services[..] else { panic!("{overview:?}") };
        assert_eq!(
            (auth.health, order.health, store.health),
            (ServiceHealth::Up, ServiceHealth::Up, ServiceHealth::Away)
        );
        assert_eq!((auth.parked, store.parked), (Some(2), None));
        let lags: Vec<_> = order.feeds.iter().map(|feed| (feed.lag, feed.is_stopped)).collect();
        assert_eq!(lags, [(Some(10), false), (Some(95), true), (Some(0), true), (Some(10), true), (None, false)]);
    }

    #[test]
    fn a_refusal_refuses_the_overview_and_an_outage_of_all_fails() {
        let refused = compose(vec![("auth", status_of(1, vec![])), ("order", Err(kit::Error::Forbidden.into()))]);
        assert_eq!(refused.err().map(|problem| problem.status.as_u16()), Some(403));
        let away = compose(vec![("auth", Err(Status::unavailable("connection refused")))]);
        assert_eq!(away.err().map(|problem| problem.status.as_u16()), Some(503));
        let no_database = compose(vec![("auth", Ok(Response::new(SystemStatus::default())))]).unwrap();
        assert_eq!(no_database.services[0].health, ServiceHealth::NoDatabase);
    }
}
