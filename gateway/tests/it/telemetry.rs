//! One request creates one trace across all programs, and telemetry contains no personal data.

use clap::Parser as _;
use kit::{BuildInfo, config::ProcessConfig, telemetry};
use serde_json::json;
use sqlx::PgPool;
use testkit::{collector::Collector, database::eventually};
use tokio_util::sync::CancellationToken;

use crate::{
    order_trace::{TestBank, assert_is_connected, order_by_card},
    program::Program,
    span_graph::{SpanGraph, attribute, is_linked},
    test_shop::{LOGIN, PASSWORD, TestShop, send, text},
};

/// The caller sends the ids of its own trace.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_SPAN: &str = "00f067aa0ba902b7";
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
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = |path: &str| format!("http://{}{path}", program.address);

    let mut secrets =
        ["Aygün", "Məmmədova", "994500000001", "0500000001", "aygun@", LOGIN, PASSWORD, "not-my-password"]
            .map(str::to_owned)
            .to_vec();
    let sign_in = async |login: &str, password: &str| {
        send(client.post(url("/api/v1/auth/signin")).json(&json!({"login": login, "password": password}))).await
    };
    sign_in(LOGIN, "not-my-password").await;
    let session = sign_in("aygun@sovqat.example", PASSWORD).await.data();
    let [access, refresh] = ["accessToken", "refreshToken"].map(|name| text(&session[name]).to_owned());
    secrets.extend([access.clone(), refresh.clone()]);
    let product = shop.any_product().await;
    for path in
        ["/api/v1/user/me", "/api/v1/cart/counts", "/api/v1/product/all?search=aygun@sovqat.example", "/axtaris/Aygün"]
    {
        send(client.get(url(path)).bearer_auth(&access)).await;
    }
    send(client.post(url("/api/v1/cart/add")).bearer_auth(&access).json(&json!({"productId": product["id"]}))).await;
    send(client.post(url("/api/v1/cart/add")).bearer_auth(&access).json(&json!({"productId": "Aygün"}))).await;
    for (path, form, secret) in PERSONAL_DATA {
        let request = client
            .post(url(&format!("/api/v1{path}")))
            .bearer_auth(&access)
            .header("user-agent", "Canary/1.0")
            .header("idempotency-key", "of-a-canary");
        send(request.header("content-type", "application/json").body(form)).await;
        secrets.push(secret.to_owned());
    }
    send(client.get(url("/api/v1/auth/password/forget/verify?token=token-of-a-link"))).await;
    let cookies = format!("__Host-staff={access}; __Host-staff-refresh={refresh}");
    let with_cookies = client.get(url("/api/v1/admin/orders")).header("cookie", &cookies);
    assert_ne!(send(with_cookies).await.status, 200);
    send(client.get(url("/dev/inbox.json?to=sevda@example.az"))).await;
    secrets.push("Canary/1.0".to_owned());
    send(client.get(url("/api/v1/auth/refresh")).bearer_auth(&refresh)).await;
    let order = order_by_card(&shop, &access).await;

    // The gateway links its trace to the caller's, and keeps the request id.
    let path = format!("/api/v1/product/{}", text(&product["slug"]));
    let with_context = |path: &str| client.get(url(path)).header("traceparent", format!("00-{TRACE}-{PARENT_SPAN}-00"));
    let response = send(with_context(&path)).await;
    let trace = response.header("x-request-id").to_owned();
    assert_eq!(response.status, 200);
    let failed = send(with_context("/api/v1/product/none").header("x-request-id", "case-17-of-support")).await;
    let failed_trace = text(&failed.json()["traceId"]).to_owned();
    assert_eq!(failed.header("x-request-id"), "case-17-of-support");

    assert!(program.stop().await.success());
    telemetry.flush().await;
    let is_complete = async || {
        let graph = SpanGraph::of(&collector);
        graph.find_chain(&trace, &PRODUCT).is_some() && graph.find_chain(&order.moved, &["POST*"]).is_some()
    };
    eventually("the traces", is_complete).await;

    let graph = SpanGraph::of(&collector);
    let spans = graph.chain(&trace, &PRODUCT);
    assert!(is_linked(spans[0], TRACE), "{:?} is not linked to the caller", spans[0]);
    assert!(graph.service(spans[0]).contains("sovqat-gateway") && graph.service(spans[1]).contains("sovqat-gateway"));
    assert!(graph.service(spans[2]).contains("sovqat-services"));
    let failed = graph.chain(&failed_trace, &["GET /api/v1/product/{product}"]);
    assert_eq!(attribute(failed[0], "request.id"), "case-17-of-support");
    assert_is_connected(&graph, &order);

    let exported = collector.received().text.join("\n");
    assert!(exported.contains("http.server.request.duration"), "metrics were exported, too");
    for secret in secrets {
        assert!(!exported.contains(&secret), "the telemetry contains {secret}");
    }
}
