//! An order as it moves, as server-sent events.

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
    answer::fingerprint,
    extract::{Caller, Segment},
    problem::Problem,
    services::Services,
    streams::{self, AGAIN, Streams, Watched},
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(track))
}

/// Watch an order of the caller's
///
/// Server-sent events named `order`: the order as it is, and again whenever it changes. Comments come in between, so that
/// nobody takes silence for an end. The stream ends with the token, and when the shop's own processes are renewed; come
/// again then, with a token that is still good.
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
    let place = streams.enter(Watched::Order, caller.account)?;
    let call = caller.sign_open(GetOrderRequest { code });
    let orders = services.order_streams().track(call).await?.into_inner();
    // However the service's stream ends, the client comes again and is told then why it may not.
    let events = orders.scan((), |(), order| ready(order.ok())).map(|order| Ok::<_, Infallible>(event(&order)));
    Ok(streams::tell(events.take_until(place.over(caller.lasts))))
}

/// Its id is the same for as long as nothing changes.
fn event(order: &Order) -> Event {
    let json = serde_json::to_string(order).unwrap_or_default();
    Event::default().event("order").id(fingerprint(json.as_bytes())).retry(AGAIN).data(json)
}
