//! Helpers for orders, and [`assert_all_settled`], the last check of many tests.

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

const ANSWER_LIMIT: Duration = Duration::from_mins(1);
const PAUSE_BETWEEN_TRIES: Duration = Duration::from_millis(200);

/// Returns an idempotency key.
pub fn new_key() -> String {
    format!("click {:04}", NEXT_KEY.fetch_add(1, Ordering::Relaxed))
}

/// `quote` is the shop's signed statement of the price.
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
    pub async fn quote(&self) -> String {
        self.quote_of(CheckRequest::default()).await
    }

    pub async fn quote_with(&self, code: &str) -> String {
        self.quote_of(CheckRequest { promo_code: Some(code.to_owned()), ..CheckRequest::default() }).await
    }

    pub async fn quote_for(&self, slot: &str) -> String {
        self.quote_of(CheckRequest { delivery_slot: Some(slot.to_owned()), ..CheckRequest::default() }).await
    }

    async fn quote_of(&self, request: CheckRequest) -> String {
        let request = CheckRequest { address_id: Some(HOME), ..request };
        let checked = self.check(request).await.expect("the cart can be checked");
        assert_eq!(checked.problems, [], "the cart can be ordered");
        checked.quote
    }

    pub async fn place(&self, request: PlaceOrderRequest) -> Result<PlacedOrder, Status> {
        Ok(self.orders.clone().place(self.context.sign(request)).await?.into_inner())
    }

    /// When many shoppers order at the same time, some requests time out while they wait for a database connection.
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

    pub async fn pay(&self, code: &str, method: PaymentMethod, key: &str) -> Result<PlacedOrder, Status> {
        let request = PayOrderRequest {
            code: code.to_owned(),
            payment_method: method.into(),
            months: None,
            idempotency_key: format!("{key:-<8}"),
        };
        Ok(self.orders.clone().pay(self.context.sign(request)).await?.into_inner())
    }

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

    /// Returns for example `waiting 2`.
    pub async fn count_orders(&self) -> Result<Vec<String>, Status> {
        let counts = self.desk.clone().counts(self.context.sign(DeskCountsRequest {})).await?.into_inner().counts;
        Ok(counts.iter().map(|counted| format!("{} {}", to_name(counted.status()), counted.count)).collect())
    }

    /// `day` is for example `2026-09-22`.
    pub async fn deliveries(&self, day: &str) -> Result<DayDeliveries, Status> {
        let request = DayRequest { day: day.to_owned() };
        Ok(self.desk.clone().deliveries(self.context.sign(request)).await?.into_inner())
    }

    pub async fn delivery_windows(&self, day: &str) -> Result<DayWindows, Status> {
        let request = DayRequest { day: day.to_owned() };
        Ok(self.desk.clone().windows(self.context.sign(request)).await?.into_inner())
    }

    /// `store_id` moves only the part of one store.
    pub async fn move_order(&self, code: &str, to: OrderStatus, store_id: Option<i64>) -> Result<Order, Status> {
        let request = MoveOrderRequest { code: code.to_owned(), status: to.into(), store_id, reason: None };
        Ok(self.desk.clone().r#move(self.context.sign(request)).await?.into_inner())
    }
}

impl TestShop {
    /// Returns for example `waiting by shopper; confirmed by 9`, where 9 is an account.
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

/// Returns for example `stock of 1: 2 → 0` for product 1.
pub fn changes(placed: &PlacedOrder) -> String {
    let text = |value: Option<i64>| value.map_or_else(|| "?".to_owned(), |value| value.to_string());
    let words = placed.changes.iter().map(|change| match change.product_id {
        Some(product) => format!("{} of {product}: {} → {}", change.code, text(change.was), text(change.is)),
        None => format!("{}: {} → {}", change.code, text(change.was), text(change.is)),
    });
    words.collect::<Vec<_>>().join("; ")
}

/// The stage of an order, for example `paying` or `sold`.
#[derive(Debug, sqlx::FromRow)]
pub struct OrderStage {
    pub code: String,
    pub stage: String,
}

/// Returns the stages of all orders, oldest first.
pub async fn stages(pool: &PgPool) -> Vec<OrderStage> {
    sqlx::query_as("select code, stage from purchase order by order_id")
        .fetch_all(pool)
        .await
        .expect("the stages can be read")
}

/// Checks that no work is pending, that stock and slots agree with the orders, and that the auditor finds nothing.
pub async fn assert_all_settled(shop: &TestShop) {
    // `errand` is the pending stock call.
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
