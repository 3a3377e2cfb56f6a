//! Delivery slots for shoppers. A slot is a delivery window of one day.

use axum::extract::State;
use kit::client::retry;
use proto::order::{DeliverySlots, DeliverySlotsRequest, EarliestDelivery, EarliestDeliveryRequest};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Query, Visitor},
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(slots)).routes(routes!(earliest))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct PlaceQuery {
    #[param(required = true)]
    city_id: i64,
    district_id: Option<i64>,
    /// Days of preparation that the goods need, 0 to 10; 0 if absent
    preparation_days: Option<i64>,
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct DestinationQuery {
    /// If absent, the nearest zone is used
    city_id: Option<i64>,
    district_id: Option<i64>,
    /// Days of preparation that the goods need, 0 to 10; 0 if absent
    preparation_days: Option<i64>,
}

/// Delivery slots of a place and their fees
#[utoipa::path(get, path = "/delivery/slots", operation_id = "listDeliverySlots", tag = "orders", params(PlaceQuery),
    responses((status = OK, description = "The next days with their delivery windows, including full ones", body = Data<DeliverySlots>)))]
async fn slots(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<PlaceQuery>,
) -> Reply<DeliverySlots> {
    let request = DeliverySlotsRequest {
        city_id: query.city_id,
        district_id: query.district_id,
        preparation_days: query.preparation_days,
    };
    reply(retry(async || services.deliveries().slots(visitor.request(request)).await).await)
}

/// The earliest slot in which an order placed now can be delivered
#[utoipa::path(get, path = "/delivery/earliest", operation_id = "getEarliestDelivery",
    tag = "orders", params(DestinationQuery),
    responses((status = OK, description = "The delivery window, the deadline for orders, and the fee",
        body = Data<EarliestDelivery>)))]
async fn earliest(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<DestinationQuery>,
) -> Reply<EarliestDelivery> {
    let request = EarliestDeliveryRequest {
        city_id: query.city_id,
        district_id: query.district_id,
        preparation_days: query.preparation_days,
    };
    reply(retry(async || services.deliveries().earliest(visitor.request(request)).await).await)
}
