//! A stream of events about one order.

use std::{convert::Infallible, future::ready};

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse, sse::Event},
};
use futures::StreamExt as _;
use proto::order::{GetOrderRequest, Order};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    buffered_response::fingerprint,
    extract::{Caller, Segment},
    problem::Problem,
    services::Services,
    streams::{self, RECONNECT_AFTER, StreamKind, Streams},
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(track))
}

/// Watch an order of the caller
///
/// Server-sent events named `order`: the current state, then the new state after every change. Comments are sent every 15 seconds to keep
/// the connection open. The stream ends when the token expires or is revoked, after 10 minutes at most, and when the server restarts; the
/// client then reconnects with a valid token. An account can have 8 open streams of this kind.
#[utoipa::path(get, path = "/order/{code}/track", operation_id = "trackOrder",
    tag = "orders", security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code")),
    responses((status = OK, description = "Each event's data is the order", body = Order, content_type = "text/event-stream")))]
async fn track(
    State(services): State<Services>,
    Extension(streams): Extension<Streams>,
    caller: Caller,
    Segment(code): Segment,
) -> Result<impl IntoResponse, Problem> {
    let slot = streams.acquire(StreamKind::Order, caller.account)?;
    let ended = slot.ended(caller.token_ended(&services));
    let call = caller.streaming_request(GetOrderRequest { code });
    let orders = services.order_streams().track(call).await?.into_inner();
    // The client reconnects and receives the problem.
    let events = orders.scan((), |(), order| ready(order.ok())).map(|order| Ok::<_, Infallible>(event(&order)));
    Ok(streams::sse_response(events.take_until(ended)))
}

/// Builds the event. Its id is a hash of the order, so it changes only with the order.
fn event(order: &Order) -> Event {
    let json = serde_json::to_string(order).unwrap_or_default();
    Event::default().event("order").id(fingerprint(json.as_bytes())).retry(RECONNECT_AFTER).data(json)
}
