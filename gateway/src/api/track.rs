//! An order as it moves, as server-sent events.

use std::{convert::Infallible, future::ready, time::Duration};

use axum::{
    Extension,
    extract::State,
    http::{HeaderName, HeaderValue},
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::StreamExt as _;
use proto::order::{GetOrderRequest, Order};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    answer::fingerprint,
    extract::{Caller, Segment},
    problem::Problem,
    services::Services,
    streams::Streams,
};

/// Shorter than the patience of any proxy on the way.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How soon a client comes again when its stream has ended.
const AGAIN: Duration = Duration::from_secs(2);
/// Proxies that gather answers before they pass them on let this one through as it comes.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(track))
}

/// Watch an order of the caller's
///
/// Server-sent events named `order`: the order as it is, and again whenever it changes. Comments come in between, so that
/// nobody takes silence for an end. The stream ends after ten minutes, and when the shop's own processes are renewed; come
/// again then, with a token that is still good.
#[utoipa::path(get, path = "/order/{code}/track", tag = "orders", security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code")),
    responses((status = OK, description = "Each event's data is the order", body = Order, content_type = "text/event-stream")))]
async fn track(
    State(services): State<Services>,
    Extension(streams): Extension<Streams>,
    caller: Caller,
    Segment(code): Segment,
) -> Result<impl IntoResponse, Problem> {
    let place = streams.enter(caller.account)?;
    let call = caller.sign_open(GetOrderRequest { code });
    let orders = services.order_streams().track(call).await?.into_inner();
    // However the service's stream ends, the client comes again and is told then why it may not.
    let events = orders.scan((), |(), order| ready(order.ok())).map(|order| Ok::<_, Infallible>(event(&order)));
    let events = Sse::new(events.take_until(place.over())).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    Ok(([UNBUFFERED], events))
}

/// Its id is the same for as long as nothing changes.
fn event(order: &Order) -> Event {
    let json = serde_json::to_string(order).unwrap_or_default();
    Event::default().event("order").id(fingerprint(json.as_bytes())).retry(AGAIN).data(json)
}
