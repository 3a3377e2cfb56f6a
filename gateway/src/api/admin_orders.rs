//! Orders and refunds, as staff processes them.

use axum::extract::State;
use chrono::{DateTime, Utc};
use kit::client::retry;
use proto::{
    json::{enumeration, to_timestamp},
    order::{
        AddOrderNoteRequest, DecideRefundRequest, DeskCountsRequest, DeskListRequest, DeskRefundsRequest,
        GetOrderRequest, MoveOrderRequest, Order, OrderNote, OrderStatus, PaymentStatus, ReconcileRequest,
        Reconciliation, Refund, RefundStatus, StatusCount,
    },
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    api::orders::NewRefund,
    extract::{Caller, IdempotencyKey, Json, Query, Segment},
    reply::{CursorPaged, CursorReply, Data, Paged, PagedReply, Reply, reply, reply_cursor, reply_paged, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(counts))
        .routes(routes!(get))
        .routes(routes!(change_status))
        .routes(routes!(notes))
        .routes(routes!(add_note))
        .routes(routes!(request_refund))
        .routes(routes!(refunds))
        .routes(routes!(decide))
        .routes(routes!(reconcile))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct OrderQuery {
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<OrderStatus, _>")]
    #[param(value_type = Option<OrderStatus>)]
    status: i32,
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<PaymentStatus, _>")]
    #[param(value_type = Option<PaymentStatus>)]
    payment_status: i32,
    /// Only orders with products of this store
    store_id: Option<i64>,
    /// The beginning of an order code, the recipient's phone number in any spelling, or the beginning of the recipient's first or last
    /// name without regard to case and diacritics
    text: Option<String>,
    /// Only orders placed at this time or later
    since: Option<DateTime<Utc>>,
    /// Only orders placed before this time
    until: Option<DateTime<Utc>>,
    /// Only orders that are delivered on this day: YYYY-MM-DD in the time zone Asia/Baku
    #[param(value_type = Option<String>, format = Date)]
    deliver_on: Option<String>,
    /// Only orders of the delivery window with this `slotId`
    window: Option<String>,
    /// `nextCursor` of the page before
    cursor: Option<String>,
    /// Orders of the page; 24 if absent
    limit: Option<i64>,
}

/// For operators: orders
///
/// Newest first. With `deliverOn` or `window`, in the order of delivery.
#[utoipa::path(get, path = "/admin/orders", operation_id = "listAllOrders",
    extensions(("x-rpc" = json!("order.v1.Desk/List"))),
    tag = "desk", params(OrderQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of orders", body = CursorPaged<Vec<Order>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<OrderQuery>,
) -> CursorReply<Vec<Order>> {
    let request = DeskListRequest {
        status: query.status,
        payment_status: query.payment_status,
        store_id: query.store_id,
        text: query.text,
        since: query.since.map(to_timestamp),
        until: query.until.map(to_timestamp),
        deliver_on: query.deliver_on,
        window: query.window,
        cursor: query.cursor,
        limit: query.limit,
    };
    let response = retry(async || services.desk().list(caller.request(request.clone())).await).await;
    reply_cursor(response, |page| (page.orders, page.next_cursor))
}

/// For operators: the numbers of orders to work on
///
/// For each status that is not final; at most 1,000 orders of each are counted.
#[utoipa::path(get, path = "/admin/order-counts", operation_id = "countOrders",
    extensions(("x-rpc" = json!("order.v1.Desk/Counts"))),
    tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The number of orders by status", body = Data<Vec<StatusCount>>)))]
async fn counts(State(services): State<Services>, caller: Caller) -> Reply<Vec<StatusCount>> {
    let response = retry(async || services.desk().counts(caller.request(DeskCountsRequest {})).await).await;
    reply_with(response, |counts| counts.counts)
}

/// For operators: an order, with the author of each status change
#[utoipa::path(get, path = "/admin/orders/{code}", operation_id = "getAnyOrder",
    extensions(("x-rpc" = json!("order.v1.Desk/Get"))),
    tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code")),
    responses((status = OK, description = "The order", body = Data<Order>)))]
async fn get(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<Order> {
    let request = GetOrderRequest { code };
    reply(retry(async || services.desk().get(caller.request(request.clone())).await).await)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    #[serde(default, deserialize_with = "enumeration::deserialize::<OrderStatus, _>")]
    #[schema(value_type = OrderStatus, required = true)]
    status: i32,
    /// Moves only this store's part of the order. The whole order if absent.
    #[schema(value_type = i64, required = false)]
    store_id: Option<i64>,
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

/// For operators: move an order to its next status
#[utoipa::path(post, path = "/admin/orders/{code}/move", operation_id = "moveOrder",
    extensions(("x-rpc" = json!("order.v1.Desk/Move"))),
    tag = "desk", request_body = Step, security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code")),
    responses((status = OK, description = "The order with its new status", body = Data<Order>)))]
async fn change_status(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(Step { status, store_id, reason }): Json<Step>,
) -> Reply<Order> {
    reply(services.desk().r#move(caller.request(MoveOrderRequest { code, status, store_id, reason })).await)
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct RefundQuery {
    /// All if absent
    #[serde(deserialize_with = "enumeration::deserialize::<RefundStatus, _>")]
    #[param(value_type = Option<RefundStatus>)]
    status: i32,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: the notes of staff about an order, oldest first
///
/// Shoppers never see them.
#[utoipa::path(get, path = "/admin/orders/{code}/notes", operation_id = "listOrderNotes",
    extensions(("x-rpc" = json!("order.v1.Desk/Notes"))), tag = "desk", security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code")),
    responses((status = OK, description = "The notes", body = Data<Vec<OrderNote>>)))]
async fn notes(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<Vec<OrderNote>> {
    let request = GetOrderRequest { code };
    let response = retry(async || services.desk().notes(caller.request(request.clone())).await).await;
    reply_with(response, |page| page.notes)
}

/// A note about an order.
#[derive(Deserialize, ToSchema)]
struct OrderNoteForm {
    #[schema(value_type = String, required = true)]
    text: Option<String>,
}

/// For operators: add a note about an order
///
/// Notes cannot be changed.
#[utoipa::path(post, path = "/admin/orders/{code}/notes", operation_id = "addOrderNote",
    extensions(("x-rpc" = json!("order.v1.Desk/AddNote"))), tag = "desk", request_body = OrderNoteForm,
    params(("code" = String, Path, description = "An order's code")), security(("bearer" = [])),
    responses((status = OK, description = "The new note", body = Data<OrderNote>)))]
async fn add_note(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(OrderNoteForm { text }): Json<OrderNoteForm>,
) -> Reply<OrderNote> {
    reply(services.desk().add_note(caller.request(AddOrderNoteRequest { code, text })).await)
}

/// For operators: request a refund for the shopper
///
/// Follows the rules of the shopper's own request. Operators cannot request refunds of their own orders (`own_refund`).
#[utoipa::path(post, path = "/admin/orders/{code}/refund", operation_id = "requestRefundForShopper",
    extensions(("x-rpc" = json!("order.v1.Desk/RequestRefund"))),
    tag = "desk", request_body = NewRefund, security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code"),
        ("Idempotency-Key" = String, Header, description = "Generated by the client, one per request")),
    responses((status = OK, description = "The refund, which waits for a decision", body = Data<Refund>)))]
async fn request_refund(
    State(services): State<Services>,
    caller: Caller,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Segment(code): Segment,
    Json(form): Json<NewRefund>,
) -> Reply<Refund> {
    let request = form.into_request(code, idempotency_key);
    reply(retry(async || services.desk().request_refund(caller.request(request.clone())).await).await)
}

/// For operators: refunds, newest first
#[utoipa::path(get, path = "/admin/refunds", operation_id = "listRefunds",
    extensions(("x-rpc" = json!("order.v1.Desk/Refunds"))),
    tag = "desk", params(RefundQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of refunds", body = Paged<Vec<Refund>>)))]
async fn refunds(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<RefundQuery>,
) -> PagedReply<Vec<Refund>> {
    let RefundQuery { status, page, per_page } = query;
    let request = DeskRefundsRequest { status, page, per_page };
    let response = retry(async || services.desk().refunds(caller.request(request)).await).await;
    reply_paged(response, |page| (page.refunds, page.meta))
}

#[derive(Deserialize, ToSchema)]
pub struct RefundDecision {
    #[serde(default)]
    #[schema(required = true)]
    approve: bool,
    /// Shown to the shopper, at most 500 characters. Required to refuse.
    #[schema(value_type = String, required = false)]
    answer: Option<String>,
    /// Whether the returned goods are added to the stock again.
    #[serde(default)]
    #[schema(required = false)]
    restock: bool,
}

/// For operators: approve or refuse a refund
///
/// A large refund needs the approval of two people: the first approval changes only `firstApproval`, and the same person again gets 409
/// `second_person_required`. Operators cannot decide about refunds of their own orders (`own_refund`).
#[utoipa::path(post, path = "/admin/refunds/{id}/decide", operation_id = "decideRefund",
    extensions(("x-rpc" = json!("order.v1.Desk/DecideRefund"))),
    tag = "desk", request_body = RefundDecision,
    params(("id" = i64, Path, description = "A refund's id")), security(("bearer" = [])),
    responses((status = OK, description = "The refund with the decision", body = Data<Refund>)))]
async fn decide(
    State(services): State<Services>,
    caller: Caller,
    segment: Segment,
    Json(RefundDecision { approve, answer, restock }): Json<RefundDecision>,
) -> Reply<Refund> {
    let request = DecideRefundRequest { id: segment.id("refund_not_found")?, approve, answer, restock };
    reply(services.desk().decide_refund(caller.request(request)).await)
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct DayQuery {
    /// YYYY-MM-DD in the time zone Asia/Baku
    #[param(format = Date, required = true)]
    date: String,
}

/// For operators: compare the payments of a day with the bank
#[utoipa::path(get, path = "/admin/payments/reconcile", operation_id = "reconcilePayments",
    extensions(("x-rpc" = json!("order.v1.Desk/Reconcile"))),
    tag = "desk", params(DayQuery), security(("bearer" = [])),
    responses((status = OK, description = "The differences and the totals", body = Data<Reconciliation>)))]
async fn reconcile(
    State(services): State<Services>,
    caller: Caller,
    Query(DayQuery { date }): Query<DayQuery>,
) -> Reply<Reconciliation> {
    let request = ReconcileRequest { date };
    reply(retry(async || services.desk().reconcile(caller.request(request.clone())).await).await)
}
