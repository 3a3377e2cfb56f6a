//! The traces of an order that is paid by card: placing it, the bank's callback, and moving it.

use bank::{Bank, Config, send_callbacks};
use clap::Parser as _;
use kit::Clock;
use reqwest::Method;
use serde_json::json;
use testkit::database::eventually;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{
    addresses::address_form,
    span_graph::{SpanGraph, attribute, is_linked},
    test_shop::{TestResponse, TestShop, send, text},
};

/// The sandbox bank. It gets its address first, and is served when the shop that it calls back is known.
pub struct TestBank {
    listener: TcpListener,
    url: String,
}

/// The ids of an order's traces, from the responses to the client.
pub struct TracedOrder {
    pub placed: String,
    /// After this request, a courier is on the way.
    pub moved: String,
}

impl TestBank {
    pub async fn listen() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        Self { listener, url }
    }

    pub fn api(&self) -> String {
        format!("{}/api/1", self.url)
    }

    pub fn serve(self, shop: &TestShop, stop: &CancellationToken) {
        let callbacks = format!("{}/api/v1/payment/callback/epoint", shop.url);
        let config = Config::parse_from(["sovqat-bank", "--url", &self.url, "--result-url", &callbacks]);
        let bank = Bank::open(&config, Clock::system()).expect("a bank without a journal");
        tokio::spawn(send_callbacks(bank.clone(), stop.clone()));
        let serving = async move { axum::serve(self.listener, bank::routes(bank)).await };
        tokio::spawn(stop.clone().run_until_cancelled_owned(serving));
    }
}

/// Orders, pays, and moves the order until a courier is on the way.
pub async fn order_by_card(shop: &TestShop, token: &str) -> TracedOrder {
    let post = async |path: &str, body| shop.post_as(token, &format!("/api/v1{path}"), &body).await;
    let address = post("/user/addresses", address_form(shop).await).await.data();
    let product = shop.orderable_product().await;
    post("/cart/clear", json!({})).await.data();
    post("/cart/add", json!({"productId": product["id"]})).await.data();
    let mut form = json!({"addressId": address["id"], "paymentMethod": "card"});
    let check = post("/order/check", form.clone()).await.data();
    form["quote"] = check["quote"].clone();
    form["recipientType"] = json!("self");
    let request = shop.request(Method::POST, "/api/v1/order").bearer_auth(token).header("idempotency-key", "by-card-1");
    let placed = send(request.json(&form)).await;
    assert_eq!(placed.status, 201, "{}", placed.text);
    let order = placed.json()["data"].clone();
    let code = text(&order["order"]["code"]).to_owned();

    pay(text(&order["payment"]["redirectUrl"])).await;
    let is_paid = async || shop.get_as(token, &format!("/api/v1/order/{code}")).await.data()["paymentStatus"] == "paid";
    eventually("the bank's callback", is_paid).await;

    let operator = shop.operator().await;
    let path = format!("/api/v1/admin/orders/{code}/move");
    let move_to = async |status: &str| shop.post_as(&operator, &path, &json!({"status": status})).await;
    for status in ["confirmed", "searching_courier", "courier_appointed", "handed_to_courier"] {
        // Until the stock is booked in the background, the order cannot move.
        eventually(status, async || move_to(status).await.status == 200).await;
    }
    let moved = move_to("on_the_way").await;
    assert_eq!(moved.status, 200, "{}", moved.text);
    let notifications = async || shop.get_as(token, "/api/v1/notification/all?perPage=100").await.text;
    eventually("the notification", async || notifications().await.contains("order_on_the_way")).await;
    send_messages(shop).await;
    let trace_of = |response: &TestResponse| response.header("x-request-id").to_owned();
    TracedOrder { placed: trace_of(&placed), moved: trace_of(&moved) }
}

/// Runs the worker `messages` until no message is left. Test shops do not run it.
async fn send_messages(shop: &TestShop) {
    let workers = notification::workers(&shop.notification_context);
    let worker = workers.iter().find(|worker| worker.name() == "messages").expect("the worker");
    eventually("the messages", async || {
        worker.run_once().await.expect("the run succeeds");
        let left = "select (select count(*) from telling) + (select count(*) from delivery where state = 'waiting')";
        sqlx::query_scalar::<_, i64>(left).fetch_one(&shop.notification).await.expect("a number") == 0
    })
    .await;
}

async fn pay(page: &str) {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build();
    let form = "action=pay&number=4111111111111111&expiry=12%2F30&cvv=123";
    let request = client.expect("a client").post(page).header("content-type", "application/x-www-form-urlencoded");
    let response = request.body(form).send().await.expect("the bank responds");
    assert_eq!(response.status(), 303, "the bank sends the shopper back");
}

// Each chain has the spans of the HTTP request, of the call in the gateway, and of the call in the service.
const IN_GATEWAY: usize = 1;
const IN_SERVICE: usize = 2;
const PLACE: [&str; 3] = ["POST /api/v1/order", "sovqat.order.v1.Orders/Place", "sovqat.order.v1.Orders/Place"];
const CALLBACK: [&str; 3] = [
    "POST /api/v1/payment/callback/{provider}",
    "sovqat.order.v1.Payments/Callback",
    "sovqat.order.v1.Payments/Callback",
];
const MOVE: [&str; 3] =
    ["POST /api/v1/admin/orders/{code}/move", "sovqat.order.v1.Desk/Move", "sovqat.order.v1.Desk/Move"];
const RESERVE: &str = "sovqat.catalog.v1.Stock/Reserve";
const COMMIT: &str = "sovqat.catalog.v1.Stock/Commit";

/// Asserts that each request has a complete trace, linked to that of placing the order.
pub fn assert_is_connected(graph: &SpanGraph, order: &TracedOrder) {
    let placed = &order.placed;
    let below_place = |names: &[&str]| graph.chain(placed, &[&PLACE[..], names].concat());
    below_place(&["sql insert"]);
    below_place(&[RESERVE, RESERVE, "sql *"]);
    // The bank is called in a task of its own.
    let bank_call = below_place(&["POST 127.0.0.1"]);
    assert_eq!(attribute(bank_call[PLACE.len()], "url.path"), "/api/1/request");
    below_place(&["order.job", COMMIT, COMMIT, "sql *"]);

    let callbacks = graph.traces_linked_to(placed, CALLBACK[IN_GATEWAY]);
    let [callback] = &*callbacks else { panic!("the callback is not linked to the order: {callbacks:?}") };
    for (trace, request) in [(callback, &CALLBACK[..]), (&order.moved, &MOVE[..])] {
        assert_ne!(trace, placed);
        graph.chain(trace, &[request, &["sql *"][..]].concat());
        assert!(is_linked(graph.chain(trace, request)[IN_SERVICE], placed), "{request:?} is not linked to the order");
        assert_eq!(attribute(delivery_span(graph, trace, request), "outcome"), "sent");
        assert!(!graph.traces_linked_to(trace, "worker messages").is_empty(), "the batch is not linked to {request:?}");
    }
    for trace in [placed, callback, &order.moved] {
        assert_eq!(graph.orphans(trace), [""; 0], "in {trace}");
    }
}

fn delivery_span<'a>(
    graph: &'a SpanGraph,
    trace: &str,
    request: &[&str],
) -> &'a opentelemetry_proto::tonic::trace::v1::Span {
    let applied = graph.find_chain(trace, &[request, &["feed.apply", "notification.delivery"][..]].concat());
    let chain = applied.unwrap_or_else(|| {
        // The event was applied together with an earlier one, in the trace of that one.
        assert!(!graph.traces_linked_to(trace, "feed.apply").is_empty(), "the event of {request:?} was not applied");
        graph.chain(trace, &[request, &["notification.delivery"][..]].concat())
    });
    chain.last().expect("a chain has spans")
}
