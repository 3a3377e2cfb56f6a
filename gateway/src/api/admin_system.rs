//! The state of the services, and parked events, which a service could not apply.

mod overview;
mod parked;

use axum::extract::State;
use kit::client::Channel;
use proto::system::{
    DiscardRequest, Discarded, ReplayFeedRequest, ReplayRequest, ReplayResult, ReplaySummary,
    system_desk_client::SystemDeskClient,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use self::{overview::SystemOverview, parked::ParkedEvents};
use crate::{
    extract::{Caller, Json, Query, Segment, SegmentPair},
    reply::{Data, Reply, envelope, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(system))
        .routes(routes!(list_parked))
        .routes(routes!(replay_feed))
        .routes(routes!(replay))
        .routes(routes!(discard))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct ParkedQuery {
    /// Only events of this service, for example `order`
    service: Option<String>,
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// Events of the page; 50 if absent
    limit: Option<i64>,
}

/// The feed whose parked events are replayed.
#[derive(Deserialize, ToSchema)]
struct ReplayFeedForm {
    /// The producing service.
    #[schema(value_type = String, required = true)]
    feed: Option<String>,
}

/// Why an event is discarded.
#[derive(Deserialize, ToSchema)]
struct DiscardForm {
    /// Kept in the audit log.
    #[schema(value_type = String, required = true)]
    reason: Option<String>,
}

/// For operators: the state of the services
///
/// A service that does not answer within two seconds is `away`; the others are still listed.
#[utoipa::path(get, path = "/admin/system", operation_id = "getSystem",
    extensions(("x-rpc" = json!("system.v1.SystemDesk/Status"))),
    tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The gateway and the services", body = Data<SystemOverview>)))]
async fn system(State(services): State<Services>, caller: Caller) -> Reply<SystemOverview> {
    Ok(envelope(overview::load(&services, &caller).await?))
}

/// For operators: events that a service could not apply, newest first
///
/// Merges the lists of all services. A service that is down does not fail the list: `missing` names it.
#[utoipa::path(get, path = "/admin/parked-events", operation_id = "listParkedEvents",
    extensions(("x-rpc" = json!("system.v1.SystemDesk/ListParked"))),
    tag = "desk", params(ParkedQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of events", body = Data<ParkedEvents>)))]
async fn list_parked(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<ParkedQuery>,
) -> Reply<ParkedEvents> {
    let ParkedQuery { service, cursor, limit } = query;
    Ok(envelope(parked::page(&services, &caller, service.as_deref(), cursor.as_deref(), limit).await?))
}

/// For operators: replay the parked events of a feed
///
/// In the order in which they happened, at most 100 at once. Events that fail stay parked.
#[utoipa::path(post, path = "/admin/parked-events/{service}/replay", operation_id = "replayParkedEvents",
    extensions(("x-rpc" = json!("system.v1.SystemDesk/ReplayFeed"))),
    tag = "desk", request_body = ReplayFeedForm, security(("bearer" = [])),
    params(("service" = String, Path, description = "The service that could not apply the events")),
    responses((status = OK, description = "How many were applied", body = Data<ReplaySummary>)))]
async fn replay_feed(
    State(services): State<Services>,
    caller: Caller,
    Segment(service): Segment,
    Json(ReplayFeedForm { feed }): Json<ReplayFeedForm>,
) -> Reply<ReplaySummary> {
    let request = ReplayFeedRequest { service, feed };
    reply(desk(&services, &request.service).replay_feed(caller.request(request)).await)
}

/// For operators: replay a parked event
///
/// Repeating it is harmless: `outcome` says whether this call applied the event, or why not.
#[utoipa::path(post, path = "/admin/parked-events/{service}/{id}/replay", operation_id = "replayParkedEvent",
    extensions(("x-rpc" = json!("system.v1.SystemDesk/Replay"))), tag = "desk", security(("bearer" = [])),
    params(
        ("service" = String, Path, description = "The service that could not apply the event"),
        ("id" = String, Path, description = "The event's id within the service"),
    ),
    responses((status = OK, description = "The outcome", body = Data<ReplayResult>)))]
async fn replay(
    State(services): State<Services>,
    caller: Caller,
    SegmentPair(Segment(service), Segment(id)): SegmentPair,
) -> Reply<ReplayResult> {
    let request = ReplayRequest { service, id };
    reply(desk(&services, &request.service).replay(caller.request(request)).await)
}

/// For operators: discard a parked event
///
/// The event is never applied.
#[utoipa::path(post, path = "/admin/parked-events/{service}/{id}/discard", operation_id = "discardParkedEvent",
    extensions(("x-rpc" = json!("system.v1.SystemDesk/Discard"))),
    tag = "desk", request_body = DiscardForm, security(("bearer" = [])),
    params(
        ("service" = String, Path, description = "The service that could not apply the event"),
        ("id" = String, Path, description = "The event's id within the service"),
    ),
    responses((status = OK, description = "It is discarded", body = Data<Discarded>)))]
async fn discard(
    State(services): State<Services>,
    caller: Caller,
    SegmentPair(Segment(service), Segment(id)): SegmentPair,
    Json(DiscardForm { reason }): Json<DiscardForm>,
) -> Reply<Discarded> {
    let request = DiscardRequest { service, id, reason };
    reply(desk(&services, &request.service).discard(caller.request(request)).await)
}

/// Returns the client of a service. The first service refuses calls for an unknown one, after it has checked the
/// caller's permission.
fn desk(services: &Services, name: &str) -> SystemDeskClient<Channel> {
    let desks = services.system_desks();
    let index = desks.iter().position(|(service, _)| *service == name).unwrap_or_default();
    desks[index].1.clone()
}
