//! Wholesale requests, which staff quotes and whose transfers it enters.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    json::{enumeration, to_timestamp},
    order::{
        CancelWholesaleRequest, EnterTransferRequest, GetWholesaleRequest, QuoteWholesaleRequest, TransferDirection,
        WholesaleListRequest, WholesaleOffer, WholesaleRequest, WholesaleState,
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Segment},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(quote))
        .routes(routes!(enter_transfer))
        .routes(routes!(cancel))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct WholesaleQuery {
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<WholesaleState, _>")]
    #[param(value_type = Option<WholesaleState>)]
    status: i32,
    /// A code, company, VÖEN, name or phone number, or a part of one
    text: Option<String>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: wholesale requests, newest first
#[utoipa::path(get, path = "/admin/wholesale", operation_id = "listWholesaleRequests",
    extensions(("x-rpc" = json!("order.v1.WholesaleDesk/List"))),
    tag = "desk", params(WholesaleQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of requests", body = Paged<Vec<WholesaleRequest>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<WholesaleQuery>,
) -> PagedReply<Vec<WholesaleRequest>> {
    let WholesaleQuery { status, text, page, per_page } = query;
    let request = WholesaleListRequest { status, text, page, per_page };
    let response = retry(async || services.wholesale_desk().list(caller.request(request.clone())).await).await;
    reply_paged(response, |page| (page.requests, page.meta))
}

/// For operators: a wholesale request with its history and transfers
#[utoipa::path(get, path = "/admin/wholesale/{code}", operation_id = "getAnyWholesaleRequest",
    extensions(("x-rpc" = json!("order.v1.WholesaleDesk/Get"))),
    tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "A request's code")),
    responses((status = OK, description = "The request", body = Data<WholesaleRequest>)))]
async fn get(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<WholesaleRequest> {
    let request = GetWholesaleRequest { code };
    reply(retry(async || services.wholesale_desk().get(caller.request(request.clone())).await).await)
}

/// A quote. The server refuses it if a required field is absent.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuoteForm {
    /// 1 to 100 lines, each product and size at most once.
    #[serde(default)]
    #[schema(required = true)]
    lines: Vec<OfferForm>,
    #[schema(value_type = String, format = DateTime, required = true)]
    valid_until: Option<DateTime<Utc>>,
    /// In qəpik; 0 if the delivery is free.
    #[schema(value_type = i64, required = true)]
    delivery_fee: Option<i64>,
    /// How and when the goods are delivered.
    #[schema(value_type = String, required = false)]
    delivery_terms: Option<String>,
    #[schema(value_type = String, required = false)]
    note: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferForm {
    #[schema(value_type = i64, required = true)]
    product_id: Option<i64>,
    #[schema(value_type = i64, required = false)]
    size_id: Option<i64>,
    #[schema(value_type = i64, required = true)]
    count: Option<i64>,
    /// In qəpik.
    #[schema(value_type = i64, required = true)]
    unit_price: Option<i64>,
}

/// For operators: send a quote for a wholesale request
///
/// Replaces an earlier quote that was not accepted. The customer is notified by mail.
#[utoipa::path(post, path = "/admin/wholesale/{code}/quote", operation_id = "quoteWholesaleRequest",
    extensions(("x-rpc" = json!("order.v1.WholesaleDesk/Quote"))),
    tag = "desk", request_body = QuoteForm,
    params(("code" = String, Path, description = "A request's code")), security(("bearer" = [])),
    responses((status = OK, description = "The request with the quote", body = Data<WholesaleRequest>)))]
async fn quote(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(form): Json<QuoteForm>,
) -> Reply<WholesaleRequest> {
    let lines = form.lines.into_iter().map(|line| WholesaleOffer {
        product_id: line.product_id,
        size_id: line.size_id,
        count: line.count,
        unit_price: line.unit_price,
    });
    let request = QuoteWholesaleRequest {
        code,
        lines: lines.collect(),
        valid_until: form.valid_until.map(to_timestamp),
        delivery_fee: form.delivery_fee,
        delivery_terms: form.delivery_terms,
        note: form.note,
    };
    reply(services.wholesale_desk().quote(caller.request(request)).await)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransferForm {
    #[serde(default, deserialize_with = "enumeration::deserialize::<TransferDirection, _>")]
    #[schema(value_type = TransferDirection, required = true)]
    direction: i32,
    /// In qəpik.
    #[schema(value_type = i64, required = true)]
    amount: Option<i64>,
    /// The bank's reference of the transfer. A reference that is already recorded is refused (`duplicate`).
    #[serde(default)]
    #[schema(required = true)]
    reference: String,
    /// The date on the bank statement, YYYY-MM-DD.
    #[serde(default)]
    #[schema(format = Date, required = true)]
    date: String,
}

/// For operators: record a bank transfer
///
/// The order is released when the transfers add up to its total. A surplus is shown until it is sent back.
#[utoipa::path(post, path = "/admin/wholesale/{code}/transfers", operation_id = "enterWholesaleTransfer",
    extensions(("x-rpc" = json!("order.v1.WholesaleDesk/EnterTransfer"))),
    tag = "desk", request_body = TransferForm,
    params(("code" = String, Path, description = "A request's code")), security(("bearer" = [])),
    responses((status = OK, description = "The request with the transfer", body = Data<WholesaleRequest>)))]
async fn enter_transfer(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(TransferForm { direction, amount, reference, date }): Json<TransferForm>,
) -> Reply<WholesaleRequest> {
    let request = EnterTransferRequest { code, direction, amount, reference, date };
    reply(services.wholesale_desk().enter_transfer(caller.request(request)).await)
}

#[derive(Deserialize, ToSchema)]
struct WholesaleCancellation {
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

/// For operators: cancel a wholesale request, or its order if that can still be cancelled
#[utoipa::path(post, path = "/admin/wholesale/{code}/cancel", operation_id = "cancelWholesaleRequest",
    extensions(("x-rpc" = json!("order.v1.WholesaleDesk/Cancel"))),
    tag = "desk", request_body = WholesaleCancellation,
    params(("code" = String, Path, description = "A request's code")), security(("bearer" = [])),
    responses((status = OK, description = "The cancelled request", body = Data<WholesaleRequest>)))]
async fn cancel(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(WholesaleCancellation { reason }): Json<WholesaleCancellation>,
) -> Reply<WholesaleRequest> {
    reply(services.wholesale_desk().cancel(caller.request(CancelWholesaleRequest { code, reason })).await)
}
