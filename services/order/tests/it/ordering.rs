//! Helpers with which tests place, read, pay, cancel and move orders, and [`assert_all_settled`], the check at the end
//! of many tests.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use kit::{Language, client::CallContext};
use proto::{
    json::to_name,
    order::{
        CancelOrderRequest, CheckRequest, DayDeliveries, DayRequest, DayWindows, DeskCountsRequest, DeskListRequest,
        DeskOrderPage, GetOrderRequest, ListOrdersRequest, MoveOrderRequest, Order, OrderPage, OrderStatus,
        PayOrderRequest, PaymentMethod, PlaceOrderRequest, PlacedOrder, RecipientType, ReorderRequest, Reordered,
    },
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    auditor::findings_text,
    scripted_auth::HOME,
    scripted_stock::State,
    shop::{Shopper, TestShop},
};

static NEXT_KEY: AtomicU64 = AtomicU64::new(0);

/// How long [`Shopper::place_until_answered`] repeats a request.
const ANSWER_LIMIT: Duration = Duration::from_mins(1);
const PAUSE_BETWEEN_TRIES: Duration = Duration::from_millis(200);

/// Returns a new idempotency key: a client's name for one attempt. A repeated request with the same key returns the
/// first result.
pub fn new_key() -> String {
    format!("click {}", NEXT_KEY.fetch_add(1, Ordering::Relaxed))
}

/// Returns the request that orders a cart for its shopper, delivered to the home address. `quote` is the shop's signed
/// statement of what the cart costs.
pub fn order_request(quote: &str, method: PaymentMethod, key: &str) -> PlaceOrderRequest {
    PlaceOrderRequest {
        quote: quote.to_owned(),
        address_id: HOME,
        recipient_type: RecipientType::Self_.into(),
        payment_method: method.into(),
        // The service refuses keys of fewer than eight characters.
        idempotency_key: format!("{key:-<8}"),
        ..PlaceOrderRequest::default()
    }
}

impl Shopper {
    /// Returns the quote of the cart.
    pub async fn quote(&self) -> String {
        self.quote_of(CheckRequest::default()).await
    }

    /// Returns the quote of the cart with a promo code.
    pub async fn quote_with(&self, code: &str) -> String {
        self.quote_of(CheckRequest { promo_code: Some(code.to_owned()), ..CheckRequest::default() }).await
    }

    /// Returns the quote of the cart, delivered in a slot: a window of hours of one day.
    pub async fn quote_for(&self, slot: &str) -> String {
        self.quote_of(CheckRequest { delivery_slot: Some(slot.to_owned()), ..CheckRequest::default() }).await
    }

    /// Checks the cart with the home address, and returns its quote. Fails if the cart cannot be ordered.
    async fn quote_of(&self, request: CheckRequest) -> String {
        let request = CheckRequest { address_id: Some(HOME), ..request };
        let checked = self.check(request).await.expect("the cart can be checked");
        assert_eq!(checked.problems, [], "the cart can be ordered");
        checked.quote
    }

    pub async fn place(&self, request: PlaceOrderRequest) -> Result<PlacedOrder, Status> {
        Ok(self.orders.clone().place(self.context.sign(request)).await?.into_inner())
    }

    /// Places an order as a client does: repeats the request with pauses until it is answered. When all shoppers of a
    /// test order at the same time, some requests time out while they wait for a database connection.
    pub async fn place_until_answered(&self, request: PlaceOrderRequest) -> PlacedOrder {
        let end = Instant::now() + ANSWER_LIMIT;
        loop {
            match self.place(request.clone()).await {
                Ok(placed) => return placed,
                Err(status) => assert!(Instant::now() < end, "no answer, the last one was {status:?}"),
            }
            tokio::time::sleep(PAUSE_BETWEEN_TRIES).await;
        }
    }

    pub async fn order_cart(&self, method: PaymentMethod) -> Order {
        let request = order_request(&self.quote().await, method, &new_key());
        let placed = self.place(request).await.expect("the order is accepted");
        placed.order.expect("nothing has changed since the quote")
    }

    /// Orders one unit of product 1, to be paid in cash.
    pub async fn order_one(&self) -> Order {
        self.add((1, None), 1).await.expect("product 1 is for sale");
        self.order_cart(PaymentMethod::Cash).await
    }

    pub async fn order(&self, code: &str) -> Result<Order, Status> {
        let request = GetOrderRequest { code: code.to_owned() };
        Ok(self.orders.clone().get(self.context.sign(request)).await?.into_inner())
    }

    /// Returns the shopper's order with texts in `language`.
    pub async fn order_in(&self, language: Language, code: &str) -> Result<Order, Status> {
        let request = GetOrderRequest { code: code.to_owned() };
        let context = CallContext { language, ..self.context.clone() };
        Ok(self.orders.clone().get(context.sign(request)).await?.into_inner())
    }

    pub async fn history(&self, page: i64, per_page: i64) -> Result<OrderPage, Status> {
        let request = ListOrdersRequest { page, per_page };
        Ok(self.orders.clone().list(self.context.sign(request)).await?.into_inner())
    }

    pub async fn cancel(&self, code: &str) -> Result<Order, Status> {
        let request = CancelOrderRequest { code: code.to_owned(), reason: Some("Fikrimi dəyişdim".to_owned()) };
        Ok(self.orders.clone().cancel(self.context.sign(request)).await?.into_inner())
    }

    /// Pays an order that was not paid, by card at the bank or in cash on delivery.
    pub async fn pay(&self, code: &str, method: PaymentMethod, key: &str) -> Result<PlacedOrder, Status> {
        let request = PayOrderRequest {
            code: code.to_owned(),
            payment_method: method.into(),
            months: None,
            idempotency_key: format!("{key:-<8}"),
        };
        Ok(self.orders.clone().pay(self.context.sign(request)).await?.into_inner())
    }

    /// Adds the products of an order to the cart again.
    pub async fn reorder(&self, code: &str) -> Result<Reordered, Status> {
        let request = ReorderRequest { code: code.to_owned() };
        Ok(self.orders.clone().reorder(self.context.sign(request)).await?.into_inner())
    }

    pub async fn order_as_operator(&self, code: &str) -> Result<Order, Status> {
        let request = GetOrderRequest { code: code.to_owned() };
        Ok(self.desk.clone().get(self.context.sign(request)).await?.into_inner())
    }

    pub async fn search_orders(&self, request: DeskListRequest) -> Result<DeskOrderPage, Status> {
        Ok(self.desk.clone().list(self.context.sign(request)).await?.into_inner())
    }

    /// Returns the number of orders by status, as text: `waiting 2`.
    pub async fn count_orders(&self) -> Result<Vec<String>, Status> {
        let counts = self.desk.clone().counts(self.context.sign(DeskCountsRequest {})).await?.into_inner().counts;
        Ok(counts.iter().map(|counted| format!("{} {}", to_name(counted.status()), counted.count)).collect())
    }

    /// Returns the orders to deliver on a day, such as `2026-09-22`.
    pub async fn deliveries(&self, day: &str) -> Result<DayDeliveries, Status> {
        let request = DayRequest { day: day.to_owned() };
        Ok(self.desk.clone().deliveries(self.context.sign(request)).await?.into_inner())
    }

    /// Returns how full the delivery windows of a day are.
    pub async fn delivery_windows(&self, day: &str) -> Result<DayWindows, Status> {
        let request = DayRequest { day: day.to_owned() };
        Ok(self.desk.clone().windows(self.context.sign(request)).await?.into_inner())
    }

    /// Moves an order to a status, or only the part of one store.
    pub async fn move_order(&self, code: &str, to: OrderStatus, store_id: Option<i64>) -> Result<Order, Status> {
        let request = MoveOrderRequest { code: code.to_owned(), status: to.into(), store_id, reason: None };
        Ok(self.desk.clone().r#move(self.context.sign(request)).await?.into_inner())
    }
}

impl TestShop {
    /// Returns the history of statuses as operators see it: `waiting by shopper; confirmed by 9`, where 9 is an
    /// account.
    pub async fn desk_history(&self, code: &str) -> String {
        let order = self.any_operator().order_as_operator(code).await.expect("an operator sees the order");
        let words = order.status_history.iter().map(|change| {
            let store = change.store_id.map(|store| format!(" at {store}")).unwrap_or_default();
            let status = to_name(change.status());
            format!("{status}{store} by {}", change.actor.as_deref().unwrap_or("nobody"))
        });
        words.collect::<Vec<_>>().join("; ")
    }
}

/// Returns the changes since the quote because of which nothing was ordered: `stock of 1: 2 → 0`, where 1 is a product.
pub fn changes(placed: &PlacedOrder) -> String {
    let number = |number: Option<i64>| number.map_or_else(|| "?".to_owned(), |number| number.to_string());
    let words = placed.changes.iter().map(|change| match change.product_id {
        Some(product) => format!("{} of {product}: {} → {}", change.code, number(change.was), number(change.is)),
        None => format!("{}: {} → {}", change.code, number(change.was), number(change.is)),
    });
    words.collect::<Vec<_>>().join("; ")
}

/// The stage of an order says how far placing and paying have come, for example `paying` or `sold`.
#[derive(Debug, sqlx::FromRow)]
pub struct OrderStage {
    pub code: String,
    pub stage: String,
}

/// Returns the stage of every order, oldest first.
pub async fn stages(pool: &PgPool) -> Vec<OrderStage> {
    sqlx::query_as("select code, stage from purchase order by order_id")
        .fetch_all(pool)
        .await
        .expect("the stages can be read")
}

/// Asserts that no work is pending, that stock and slots agree with the orders to the unit, and that the auditor (the
/// nightly comparison of all figures) finds nothing.
pub async fn assert_all_settled(shop: &TestShop) {
    let pending: i64 = sqlx::query_scalar(
        "select count(*)
         from purchase
         where errand is not null or stage in ('placed', 'accepted') or (due_at is not null and stage <> 'paying')",
    )
    .fetch_one(&shop.app.pool)
    .await
    .expect("the pending work can be counted");
    assert_eq!(pending, 0, "orders with pending work");

    let orders = stages(&shop.app.pool).await;
    for (code, state) in shop.stock.states() {
        let stage = orders.iter().find(|order| order.code == code).map_or("none", |order| order.stage.as_str());
        let agrees = match state {
            State::Sold => stage == "sold",
            State::Held => stage == "paying",
            State::Released | State::Restocked => ["refused", "cancelled", "expired"].contains(&stage),
        };
        assert!(agrees, "{code} is {stage}, and its goods are {state:?}");
    }
    for order in orders.iter().filter(|order| order.stage == "sold") {
        assert_eq!(shop.stock.state(&order.code), Some(State::Sold), "{order:?}");
    }

    let booked: i64 = sqlx::query_scalar("select coalesce(sum(taken), 0) from slot")
        .fetch_one(&shop.app.pool)
        .await
        .expect("the slots can be read");
    let to_deliver = orders.iter().filter(|order| ["sold", "paying"].contains(&order.stage.as_str())).count();
    assert_eq!(booked, to_deliver as i64, "exactly the orders to be delivered have a place in a slot");
    assert_eq!(
        findings_text(&shop.any_operator().run_audit(shop).await),
        Vec::<String>::new(),
        "the auditor's findings"
    );
}
