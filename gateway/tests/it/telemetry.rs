//! One request creates one trace across all programs, and telemetry contains no personal data.

use clap::Parser as _;
use kit::{BuildInfo, config::ProcessConfig, telemetry};
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{collector::Collector, database::eventually};
use tokio_util::sync::CancellationToken;

use crate::{
    order_trace::{TestBank, assert_is_connected, order_by_card},
    program::Program,
    span_graph::{SpanGraph, attribute, is_linked},
    test_shop::{LOGIN, PASSWORD, TestResponse, TestShop, send, text},
};

/// The caller sends the ids of its own trace.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_SPAN: &str = "00f067aa0ba902b7";
const REQUEST_ID: &str = "case-17-of-support";
/// The spans of HTTP request, call in the gateway, call in the service, and SQL statement.
const PRODUCT: [&str; 4] =
    ["GET /api/v1/product/{product}", "sovqat.catalog.v1.Products/Get", "sovqat.catalog.v1.Products/Get", "sql select"];

/// Each request is a path, a body, and a secret in the body. Short numbers are no secrets, because timestamps may
/// contain them.
const PERSONAL_DATA: [(&str, &str, &str); 10] = [
    ("/auth/otp/send", r#"{"phoneNumber": "+994557010203"}"#, "557010203"),
    ("/auth/otp/verify", r#"{"phoneNumber": "+994557010203", "otpCode": "9021073645182"}"#, "9021073645182"),
    ("/auth/password/forget", r#"{"email": "sevda@example.az"}"#, "sevda@"),
    ("/auth/password/reset", r#"{"token": "token-of-a-link", "password": "x"}"#, "token-of-a-link"),
    ("/user/update", r#"{"firstName": "Sevda", "birthDate": "1987-06-05"}"#, "1987-06-05"),
    ("/user/report", r#"{"subject": "Kömək edin", "text": "Qonşum Zərifə ilə mübahisəm var."}"#, "Zərifə"),
    ("/user/family/add", r#"{"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"}"#, "Solmaz"),
    ("/user/addresses", r#"{"title": "Ev", "type": "home", "street": "Zivərbəy Əhmədbəyov"}"#, "Zivərbəy"),
    (
        "/order",
        r#"{"recipientType": "other", "recipient": {"firstName": "Xumar"}, "cardText": "Səni sevirəm, Xumar"}"#,
        "Xumar",
    ),
    ("/payment/callback/payriff", r#"{"payload": {"transactions": [{"pan": "416973******5555"}]}}"#, "416973*"),
];

/// Data of the demo's shopper, and values in the requests of this file.
const OTHER_SECRETS: [&str; 9] =
    ["Aygün", "Məmmədova", "994500000001", "0500000001", "aygun@", LOGIN, PASSWORD, "not-my-password", USER_AGENT];
const USER_AGENT: &str = "Canary/1.0";

/// The services run in this process.
#[derive(clap::Parser)]
struct TestConfig {
    #[command(flatten)]
    process: ProcessConfig,
}

#[sqlx::test(migrations = false)]
async fn a_trace_spans_every_program_and_contains_no_personal_data(pool: PgPool) {
    let (collector, server) = Collector::start().await;
    let config = TestConfig::parse_from(["test", "--otlp-endpoint", &server.url, "--log", "info"]);
    let telemetry = telemetry::init("services", BuildInfo::UNKNOWN, &config.process).unwrap();
    let bank = TestBank::listen().await;
    let shop = TestShop::start_with_bank(pool, &[], &["--epoint-url", &bank.api()]).await;
    let stop = CancellationToken::new();
    let _stop_on_drop = stop.clone().drop_guard();
    bank.serve(&shop, &stop);
    let program = Program::start(&shop, &["--otlp-endpoint", &server.url, "--cache-ttl", "0s"]).await;
    let client = Client::new(&program);
    let product = shop.any_product().await;

    let session = sign_in(&client).await;
    send_personal_data(&client, &session, &product).await;
    let order = order_by_card(&shop, &session.access_token).await;
    let traced = send_trace_contexts(&client, &product).await;

    assert!(program.stop().await.success());
    telemetry.flush().await;
    let is_complete = async || {
        let graph = SpanGraph::of(&collector);
        graph.find_chain(&traced.found, &PRODUCT).is_some() && graph.find_chain(&order.moved, &["POST*"]).is_some()
    };
    eventually("the traces", is_complete).await;

    let graph = SpanGraph::of(&collector);
    assert_product_is_traced(&graph, &traced);
    assert_is_connected(&graph, &order);
    let exported = collector.received().text.join("\n");
    assert!(exported.contains("http.server.request.duration"), "metrics were exported, too");
    let mut secrets: Vec<&str> = PERSONAL_DATA.iter().map(|(_, _, secret)| *secret).collect();
    secrets.extend(OTHER_SECRETS);
    secrets.extend([session.access_token.as_str(), session.refresh_token.as_str()]);
    for secret in secrets {
        assert!(!exported.contains(secret), "the telemetry contains {secret}");
    }
}

struct Client {
    client: reqwest::Client,
    address: String,
}

impl Client {
    fn new(program: &Program) -> Self {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { client, address: program.address.clone() }
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("http://{}{path}", self.address))
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("http://{}{path}", self.address))
    }

    async fn sign_in(&self, login: &str, password: &str) -> TestResponse {
        send(self.post("/api/v1/auth/signin").json(&json!({"login": login, "password": password}))).await
    }
}

struct Session {
    access_token: String,
    refresh_token: String,
}

async fn sign_in(client: &Client) -> Session {
    client.sign_in(LOGIN, "not-my-password").await;
    let session = client.sign_in("aygun@sovqat.example", PASSWORD).await.data();
    let [access_token, refresh_token] = ["accessToken", "refreshToken"].map(|name| text(&session[name]).to_owned());
    Session { access_token, refresh_token }
}

/// Sends personal data and tokens in every part of a request: path, query, headers, cookies and body.
async fn send_personal_data(client: &Client, session: &Session, product: &Value) {
    let Session { access_token, refresh_token } = session;
    for path in
        ["/api/v1/user/me", "/api/v1/cart/counts", "/api/v1/product/all?search=aygun@sovqat.example", "/axtaris/Aygün"]
    {
        send(client.get(path).bearer_auth(access_token)).await;
    }
    for id in [&product["id"], &json!("Aygün")] {
        send(client.post("/api/v1/cart/add").bearer_auth(access_token).json(&json!({"productId": id}))).await;
    }
    for (path, form, _) in PERSONAL_DATA {
        let request = client
            .post(&format!("/api/v1{path}"))
            .bearer_auth(access_token)
            .header("user-agent", USER_AGENT)
            .header("idempotency-key", "of-a-canary");
        send(request.header("content-type", "application/json").body(form)).await;
    }
    send(client.get("/api/v1/auth/password/forget/verify?token=token-of-a-link")).await;
    let cookies = format!("__Host-staff={access_token}; __Host-staff-refresh={refresh_token}");
    let with_cookies = client.get("/api/v1/admin/orders").header("cookie", &cookies);
    assert_ne!(send(with_cookies).await.status, 200);
    send(client.get("/dev/inbox.json?to=sevda@example.az")).await;
    send(client.get("/api/v1/auth/refresh").bearer_auth(refresh_token)).await;
}

struct ProductTraces {
    found: String,
    not_found: String,
}

async fn send_trace_contexts(client: &Client, product: &Value) -> ProductTraces {
    let with_context = |path: &str| client.get(path).header("traceparent", format!("00-{TRACE}-{PARENT_SPAN}-00"));
    let found = send(with_context(&format!("/api/v1/product/{}", text(&product["slug"])))).await;
    assert_eq!(found.status, 200);
    let not_found = send(with_context("/api/v1/product/none").header("x-request-id", REQUEST_ID)).await;
    assert_eq!(not_found.header("x-request-id"), REQUEST_ID);
    ProductTraces {
        found: found.header("x-request-id").to_owned(),
        not_found: text(&not_found.json()["traceId"]).to_owned(),
    }
}

/// Asserts that the gateway begins a trace, links it to the caller's, and keeps the request id.
fn assert_product_is_traced(graph: &SpanGraph, traced: &ProductTraces) {
    let [request, gateway_call, service_call, ..] = graph.chain(&traced.found, &PRODUCT)[..] else {
        panic!("a chain has the spans of its names");
    };
    assert!(is_linked(request, TRACE), "{request:?} is not linked to the caller");
    assert!(graph.service(request).contains("sovqat-gateway"));
    assert!(graph.service(gateway_call).contains("sovqat-gateway"));
    assert!(graph.service(service_call).contains("sovqat-services"));
    let not_found = graph.chain(&traced.not_found, &["GET /api/v1/product/{product}"]);
    assert_eq!(attribute(not_found[0], "request.id"), REQUEST_ID);
}
