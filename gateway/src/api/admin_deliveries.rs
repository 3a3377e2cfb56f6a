//! The deliveries of a day, for staff. A delivery window is a range of hours in which a zone is served.

use axum::extract::State;
use kit::client::retry;
use proto::order::{DayDeliveries, DayRequest, DayWindows};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Query},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(deliveries)).routes(routes!(windows))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct DeliveryDayQuery {
    /// YYYY-MM-DD in the time zone Asia/Baku
    #[param(format = Date, required = true)]
    day: String,
}

/// For operators: the deliveries of a day
///
/// The delivery windows of all zones in the order of their hours, with their orders by city and district. Cancelled and returned orders
/// are left out.
#[utoipa::path(get, path = "/admin/deliveries", operation_id = "listDeliveriesOfDay",
    extensions(("x-rpc" = json!("order.v1.Desk/Deliveries"))),
    tag = "desk", params(DeliveryDayQuery), security(("bearer" = [])),
    responses((status = OK, description = "The windows with their orders", body = Data<DayDeliveries>)))]
async fn deliveries(
    State(services): State<Services>,
    caller: Caller,
    Query(DeliveryDayQuery { day }): Query<DeliveryDayQuery>,
) -> Reply<DayDeliveries> {
    let request = DayRequest { day };
    reply(retry(async || services.desk().deliveries(caller.request(request.clone())).await).await)
}

/// For operators: the delivery windows of a day, without their orders
#[utoipa::path(get, path = "/admin/delivery-windows", operation_id = "listDeliveryWindowsOfDay",
    extensions(("x-rpc" = json!("order.v1.Desk/Windows"))),
    tag = "desk", params(DeliveryDayQuery), security(("bearer" = [])),
    responses((status = OK, description = "The windows with the number of booked orders", body = Data<DayWindows>)))]
async fn windows(
    State(services): State<Services>,
    caller: Caller,
    Query(DeliveryDayQuery { day }): Query<DeliveryDayQuery>,
) -> Reply<DayWindows> {
    let request = DayRequest { day };
    reply(retry(async || services.desk().windows(caller.request(request.clone())).await).await)
}
