//! The caller's orders: placing, paying, cancelling, refunding and reordering them.

use std::time::Duration;

use axum::{extract::State, http::StatusCode};
use kit::client::retry;
use proto::{
    json::enumeration,
    order::{
        CancelOrderRequest, GetOrderRequest, ListOrdersRequest, Order, PayOrderRequest, Payment, PaymentMethod,
        PlaceOrderRequest, PlacedOrder, Recipient, RecipientType, Refund, RefundGround, RefundLine, RefundOrderRequest,
        ReorderRequest, Reordered,
    },
};
use serde::{Deserialize, Serialize};
use tonic::{Request, Response, Status};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::page::PageQuery;
use crate::{
    extract::{Caller, IdempotencyKey, Json, Query, Segment, Signed},
    problem::Problem,
    reply::{self, Data, Paged, PagedReply, Reply, reply, reply_paged, tell},
    services::Services,
};

/// Longer than for other routes, because a bank may be called.
const PATIENCE: Duration = Duration::from_secs(9);

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(place))
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(cancel))
        .routes(routes!(pay))
        .routes(routes!(ask_refund))
        .routes(routes!(reorder))
}

/// An order for the contents of the cart.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewOrder {
    /// The quote of the latest POST /order/check.
    #[serde(default)]
    #[schema(required = true)]
    quote: String,
    #[serde(default)]
    #[schema(required = true)]
    address_id: i64,
    #[serde(default, deserialize_with = "enumeration::deserialize::<RecipientType, _>")]
    #[schema(value_type = RecipientType, required = true)]
    recipient_type: i32,
    /// Required if the order is for somebody else.
    #[schema(value_type = Recipient, required = false)]
    recipient: Option<Recipient>,
    /// The `id` of a slot of GET /delivery/slots; the next free slot if absent. `dateTime` is an alias.
    #[serde(alias = "dateTime")]
    #[schema(value_type = String, required = false)]
    delivery_slot: Option<String>,
    /// A note for the courier, at most 500 characters.
    #[schema(value_type = String, required = false)]
    note: Option<String>,
    /// The text on the gift card, at most 300 characters.
    #[schema(value_type = String, required = false)]
    card_text: Option<String>,
    #[schema(value_type = String, required = false)]
    promo_code: Option<String>,
    #[serde(default, deserialize_with = "enumeration::deserialize::<PaymentMethod, _>")]
    #[schema(value_type = PaymentMethod, required = true)]
    payment_method: i32,
    /// The number of instalments: 3, 6, 12, 18 or 24. Required with `installment`.
    #[schema(value_type = i32, required = false)]
    months: Option<i32>,
    /// Bonuses to pay with, as in the latest check. Requires a request signed by the app (403 `bonus_app_only`).
    #[schema(value_type = i64, required = false)]
    bonus_amount: Option<i64>,
}

impl NewOrder {
    fn named(self, IdempotencyKey(idempotency_key): IdempotencyKey) -> PlaceOrderRequest {
        PlaceOrderRequest {
            quote: self.quote,
            address_id: self.address_id,
            recipient_type: self.recipient_type,
            recipient: self.recipient,
            delivery_slot: self.delivery_slot,
            note: self.note,
            card_text: self.card_text,
            promo_code: self.promo_code,
            payment_method: self.payment_method,
            months: self.months,
            idempotency_key,
            bonus_amount: self.bonus_amount,
        }
    }
}

/// An order with its payment.
#[derive(Serialize, ToSchema)]
pub struct Placed {
    order: Order,
    payment: Payment,
}

/// Order the contents of the cart
///
/// The cart is checked again. If it differs from the quote, nothing is ordered: 409 `cart_changed` with the `changes`. Repeating the
/// request with the same `Idempotency-Key` and body returns the same order; the app signs each attempt anew.
#[utoipa::path(post, path = "/order", operation_id = "placeOrder",
    tag = "orders", request_body = NewOrder, security(("bearer" = [])),
    params(("Idempotency-Key" = String, Header, description = "Made up by the client, once for each order"),
        ("Content-Digest" = Option<String>, Header, description = "With a signature: RFC 9530, `sha-256`"),
        ("Signature-Input" = Option<String>, Header, description = "By the app: RFC 9421, as docs/APP-SIGNATURES.md says"),
        ("Signature" = Option<String>, Header, description = "By the app: RFC 9421, `ecdsa-p256-sha256`")),
    responses((status = CREATED, description = "The order; a card is charged at `redirectUrl`", body = Data<Placed>)))]
async fn place(
    State(services): State<Services>,
    caller: Caller,
    key: IdempotencyKey,
    Signed { body, message }: Signed<NewOrder>,
) -> Result<(StatusCode, reply::Json<Data<Placed>>), Problem> {
    let caller = caller.proven_by_app(&services, message).await?;
    let request = body.named(key);
    let answer = retry(async || services.orders().place(patiently(caller.sign(request.clone()))).await).await;
    Ok((StatusCode::CREATED, placed(answer)?))
}

/// The caller's orders, newest first
#[utoipa::path(get, path = "/order/all", operation_id = "listOrders",
    tag = "orders", params(PageQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of orders", body = Paged<Vec<Order>>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> PagedReply<Vec<Order>> {
    let request = ListOrdersRequest { page: query.page, per_page: query.per_page };
    let answer = retry(async || services.orders().list(caller.sign(request)).await).await;
    reply_paged(answer, |page| (page.orders, page.meta))
}

/// An order of the caller
#[utoipa::path(get, path = "/order/{code}", operation_id = "getOrder", tag = "orders", security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code, as `SQ-7K4M-29`")),
    responses((status = OK, description = "The order", body = Data<Order>)))]
async fn get(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<Order> {
    let request = GetOrderRequest { code };
    reply(retry(async || services.orders().get(caller.sign(request.clone())).await).await)
}

#[derive(Deserialize, ToSchema)]
pub struct Cancellation {
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

/// Cancel an order before a courier is appointed
///
/// A payment is refunded automatically.
#[utoipa::path(post, path = "/order/{code}/cancel", operation_id = "cancelOrder",
    tag = "orders", request_body = Cancellation, security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code")),
    responses((status = OK, description = "The order, cancelled", body = Data<Order>)))]
async fn cancel(
    State(services): State<Services>,
    caller: Caller,
    Segment(code): Segment,
    Json(Cancellation { reason }): Json<Cancellation>,
) -> Reply<Order> {
    reply(services.orders().cancel(caller.sign(CancelOrderRequest { code, reason })).await)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPayment {
    #[serde(default, deserialize_with = "enumeration::deserialize::<PaymentMethod, _>")]
    #[schema(value_type = PaymentMethod, required = true)]
    payment_method: i32,
    /// The number of instalments: 3, 6, 12, 18 or 24. Required with `installment`.
    #[schema(value_type = i32, required = false)]
    months: Option<i32>,
}

/// Pay an order again after a failed payment, or with another method
#[utoipa::path(post, path = "/order/{code}/pay", operation_id = "payOrder",
    tag = "orders", request_body = NewPayment, security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code"),
        ("Idempotency-Key" = String, Header, description = "Made up by the client, once for each attempt")),
    responses((status = OK, description = "The order; a card is charged at `redirectUrl`", body = Data<Placed>)))]
async fn pay(
    State(services): State<Services>,
    caller: Caller,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Segment(code): Segment,
    Json(NewPayment { payment_method, months }): Json<NewPayment>,
) -> Reply<Placed> {
    let request = PayOrderRequest { code, payment_method, months, idempotency_key };
    placed(retry(async || services.orders().pay(patiently(caller.sign(request.clone()))).await).await)
}

#[derive(Deserialize, ToSchema)]
pub struct NewRefund {
    /// `changed_mind` is refused after the return period and for lines with a return exception.
    #[serde(default, deserialize_with = "enumeration::deserialize::<RefundGround, _>")]
    #[schema(value_type = RefundGround, required = true)]
    ground: i32,
    #[serde(default)]
    #[schema(required = true)]
    reason: String,
    /// The lines to return; the whole order if absent.
    #[serde(default)]
    #[schema(required = false)]
    lines: Vec<RefundLine>,
    /// Addresses of uploaded pictures that show the fault, at most 5
    #[serde(default)]
    #[schema(required = false)]
    pictures: Vec<String>,
}

/// Request a refund for a delivered order
#[utoipa::path(post, path = "/order/{code}/refund", operation_id = "requestRefund",
    tag = "orders", request_body = NewRefund, security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code"),
        ("Idempotency-Key" = String, Header, description = "Made up by the client, once for each request")),
    responses((status = OK, description = "What was asked for, and how much it is", body = Data<Refund>)))]
async fn ask_refund(
    State(services): State<Services>,
    caller: Caller,
    IdempotencyKey(idempotency_key): IdempotencyKey,
    Segment(code): Segment,
    Json(NewRefund { ground, reason, lines, pictures }): Json<NewRefund>,
) -> Reply<Refund> {
    let request = RefundOrderRequest { code, reason, lines, idempotency_key, ground, pictures };
    reply(retry(async || services.orders().ask_refund(caller.sign(request.clone())).await).await)
}

/// Add the available products of an order to the cart
#[utoipa::path(post, path = "/order/{code}/reorder", operation_id = "reorder",
    tag = "orders", security(("bearer" = [])),
    params(("code" = String, Path, description = "An order's code")),
    responses((status = OK, description = "How much that is", body = Data<Reordered>)))]
async fn reorder(State(services): State<Services>, caller: Caller, Segment(code): Segment) -> Reply<Reordered> {
    reply(services.orders().reorder(caller.sign(ReorderRequest { code })).await)
}

fn patiently<T>(mut call: Request<T>) -> Request<T> {
    call.set_timeout(PATIENCE);
    call
}

fn placed(answer: Result<Response<PlacedOrder>, Status>) -> Reply<Placed> {
    let PlacedOrder { order, payment, changes } = answer?.into_inner();
    if !changes.is_empty() {
        return Err(Problem::cart_changed(&changes));
    }
    Ok(tell(Placed { order: order.unwrap_or_default(), payment: payment.unwrap_or_default() }))
}
