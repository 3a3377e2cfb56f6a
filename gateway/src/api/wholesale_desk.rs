//! For operators: wholesale requests, from the first letter to the last transfer.

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
    /// All when left out
    #[serde(deserialize_with = "enumeration::deserialize::<WholesaleState, _>")]
    #[param(value_type = Option<WholesaleState>)]
    status: i32,
    /// A code, a company, a VÖEN, a name or a phone number, or a part of one
    text: Option<String>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: wholesale requests, newest first
#[utoipa::path(get, path = "/admin/wholesale", operation_id = "listWholesaleRequests",
    tag = "desk", params(WholesaleQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of requests", body = Paged<Vec<WholesaleRequest>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<WholesaleQuery>,
) -> PagedReply<Vec<WholesaleRequest>> {
    let WholesaleQuery { status, text, page, per_page } = query;
    let request = WholesaleListRequest { status, text, page, per_page };
    let answer = retry(async || services.wholesale_desk().list(caller.sign(request.clone())).await).await;
    reply_paged(answer, |page| (page.requests, page.meta))
}

/// For operators: a wholesale request with its history and its transfers
#[utoipa::path(get, path = "/admin/wholesale/{code}", operation_id = "getAnyWholesaleRequest",
    tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "A request's code")),
    responses((status = OK, description = "The request", body = Data<WholesaleRequest>)))]
async fn get(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<WholesaleRequest> {
    let request = GetWholesaleRequest { code };
    reply(retry(async || services.wholesale_desk().get(caller.sign(request.clone())).await).await)
}

/// The server refuses a quote without a required member.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuoteForm {
    /// Each product and size stands once.
    #[serde(default)]
    #[schema(required = true)]
    lines: Vec<OfferForm>,
    #[schema(value_type = String, format = DateTime, required = true)]
    valid_until: Option<DateTime<Utc>>,
    /// In qəpik; 0 when it is free.
    #[schema(value_type = i64, required = true)]
    delivery_fee: Option<i64>,
    /// How and when the goods come.
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

/// For operators: answer a wholesale request with a quote
///
/// A later quote replaces an earlier one that nobody accepted. The customer is told by mail.
#[utoipa::path(post, path = "/admin/wholesale/{code}/quote", operation_id = "quoteWholesaleRequest",
    tag = "desk", request_body = QuoteForm,
    params(("code" = String, Path, description = "A request's code")), security(("bearer" = [])),
    responses((status = OK, description = "The request, quoted", body = Data<WholesaleRequest>)))]
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
    reply(services.wholesale_desk().quote(caller.sign(request)).await)
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
    /// The bank's reference. A transfer that is entered twice is refused.
    #[serde(default)]
    #[schema(required = true)]
    reference: String,
    /// The day of the statement: YYYY-MM-DD.
    #[serde(default)]
    #[schema(format = Date, required = true)]
    date: String,
}

/// For operators: enter a bank transfer
///
/// Transfers add up: the order is released once they have brought its total. What is too much is shown until it is sent back.
#[utoipa::path(post, path = "/admin/wholesale/{code}/transfers", operation_id = "enterWholesaleTransfer",
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
    reply(services.wholesale_desk().enter_transfer(caller.sign(request)).await)
}

#[derive(Deserialize, ToSchema)]
struct WholesaleCancellation {
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

/// For operators: cancel a wholesale request, or its order while that may be cancelled
#[utoipa::path(post, path = "/admin/wholesale/{code}/cancel", operation_id = "cancelWholesaleRequest",
    tag = "desk", request_body = WholesaleCancellation,
    params(("code" = String, Path, description = "A request's code")), security(("bearer" = [])),
    responses((status = OK, description = "The request, cancelled", body = Data<WholesaleRequest>)))]
async fn cancel(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(WholesaleCancellation { reason }): Json<WholesaleCancellation>,
) -> Reply<WholesaleRequest> {
    reply(services.wholesale_desk().cancel(caller.sign(CancelWholesaleRequest { code, reason })).await)
}
