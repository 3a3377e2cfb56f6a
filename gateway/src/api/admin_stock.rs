//! Stock movements: changes of a product's stock with their reasons.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    catalog::{MoveStockRequest, StockMovement, StockMovementKind, StockMovementsRequest},
    json::{enumeration, to_timestamp},
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::admin_products::NO_SUCH_PRODUCT;
use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{CursorPaged, CursorReply, Data, Reply, reply, reply_cursor},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list, record))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct MovementQuery {
    /// Only movements of this size; `stockAfter` is then that of the size
    size_id: Option<i64>,
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// Movements of the page; 50 if absent
    limit: Option<i64>,
}

/// For staff: movements of a product's stock, newest first
#[utoipa::path(get, path = "/admin/products/{id}/movements", operation_id = "listStockMovements",
    extensions(("x-rpc" = json!("catalog.v1.StockDesk/ListMovements"))), tag = "desk", security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id"), MovementQuery),
    responses((status = OK, description = "A page of movements", body = CursorPaged<Vec<StockMovement>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Query(MovementQuery { size_id, cursor, limit }): Query<MovementQuery>,
) -> CursorReply<Vec<StockMovement>> {
    let request = StockMovementsRequest { product_id: segment.id(NO_SUCH_PRODUCT)?, size_id, cursor, limit };
    let response = retry(async || services.stock_desk().list_movements(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.movements, page.next_cursor))
}

/// A movement of a product's stock.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MoveStockForm {
    /// Required if the product has sizes.
    #[schema(value_type = i64, required = false)]
    size_id: Option<i64>,
    /// `received`, `damaged`, `returned` or `counted`.
    #[serde(default, deserialize_with = "enumeration::deserialize::<StockMovementKind, _>")]
    #[schema(value_type = StockMovementKind, required = true)]
    kind: i32,
    /// The units moved, at least 1; for `counted` the units in the store, at least 0.
    #[schema(value_type = i64, required = true)]
    count: Option<i64>,
    /// The time of the count, up to 7 days ago; now if absent. Sales and other movements after it are kept. Only for `counted`.
    #[schema(value_type = String, format = DateTime, required = false)]
    counted_at: Option<DateTime<Utc>>,
    #[schema(value_type = String, required = false)]
    note: Option<String>,
    /// A UUID that identifies the movement, so that a repeated request changes nothing.
    #[schema(value_type = String, format = "uuid", required = true)]
    key: Option<String>,
}

/// For staff: record a movement of a product's stock
///
/// Returns the first result if the request is repeated with the same `key`.
#[utoipa::path(post, path = "/admin/products/{id}/movements", operation_id = "moveStock",
    extensions(("x-rpc" = json!("catalog.v1.StockDesk/Record"))),
    tag = "desk", request_body = MoveStockForm, security(("bearer" = [])),
    params(("id" = i64, Path, description = "A product's id")),
    responses((status = OK, description = "The movement", body = Data<StockMovement>)))]
async fn record(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(body): Json<MoveStockForm>,
) -> Reply<StockMovement> {
    let request = MoveStockRequest {
        product_id: segment.id(NO_SUCH_PRODUCT)?,
        size_id: body.size_id,
        kind: body.kind,
        count: body.count.unwrap_or_default(),
        counted_at: body.counted_at.map(to_timestamp),
        note: body.note,
        key: body.key.unwrap_or_default(),
    };
    reply(retry(async || services.stock_desk().record(caller.request(request.clone())).await).await)
}
