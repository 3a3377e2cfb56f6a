//! Tracing: one request creates one trace across all programs, and no telemetry contains personal data.

use clap::Parser as _;
use kit::{config::ProcessConfig, telemetry};
use opentelemetry_proto::tonic::trace::v1::Span;
use serde_json::json;
use sqlx::PgPool;
use testkit::{collector::Collector, database::eventually};

use crate::{
    program::Program,
    test_shop::{LOGIN, PASSWORD, TestShop, send, text},
};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Forms with personal data; the telemetry must not contain the third text. Short numbers are omitted, because
/// timestamps may contain the same digits.
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

#[derive(clap::Parser)]
struct TestConfig {
    #[command(flatten)]
    process: ProcessConfig,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Returns service name and span of each span in the trace.
fn spans_of_trace(collector: &Collector) -> Vec<(String, Span)> {
    collector.received().spans.into_iter().filter(|(_, span)| hex(&span.trace_id) == TRACE).collect()
}

#[sqlx::test(migrations = false)]
async fn a_trace_spans_every_program_and_contains_no_personal_data(pool: PgPool) {
    let (collector, server) = Collector::start().await;
    let config = TestConfig::parse_from(["test", "--otlp-endpoint", &server.url, "--log", "info"]);
    let telemetry = telemetry::init("services", &config.process).unwrap();
    let shop = TestShop::start(pool).await;
    let program = Program::start(&shop, &["--otlp-endpoint", &server.url, "--cache-ttl", "0s"]).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = |path: &str| format!("http://{}{path}", program.address);

    // Signs in with a wrong and a right password, browses, buys, and sends invalid data.
    let mut secrets =
        ["Aygün", "Məmmədova", "994500000001", "0500000001", "aygun@", LOGIN, PASSWORD, "not-my-password"]
            .map(str::to_owned)
            .to_vec();
    for (login, password) in [(LOGIN, "not-my-password"), ("aygun@sovqat.example", PASSWORD)] {
        let response =
            send(client.post(url("/api/v1/auth/signin")).json(&json!({"login": login, "password": password}))).await;
        if response.status == 200 {
            secrets.extend(["accessToken", "refreshToken"].map(|name| text(&response.data()[name]).to_owned()));
        }
    }
    let (access, refresh) = (secrets[8].clone(), secrets[9].clone());
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
    send(client.get(url("/dev/inbox.json?to=sevda@example.az"))).await;
    secrets.push("Canary/1.0".to_owned());
    send(client.get(url("/api/v1/auth/refresh")).bearer_auth(&refresh)).await;
    let path = format!("/api/v1/product/{}", text(&product["slug"]));
    let traced = client.get(url(&path)).header("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01"));
    assert_eq!(send(traced).await.status, 200);
    let failed =
        client.get(url("/api/v1/product/none")).header("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01"));
    assert_eq!(text(&send(failed).await.json()["traceId"]), TRACE, "a problem names its trace");

    assert!(program.stop().await.success());
    telemetry.flush().await;
    eventually("the trace", async || {
        spans_of_trace(&collector).iter().any(|(service, _)| service.contains("sovqat-services"))
    })
    .await;

    let spans = spans_of_trace(&collector);
    let find = |name: &str| {
        spans.iter().find(|(_, span)| span.name == name).unwrap_or_else(|| panic!("{name} is not in {spans:?}"))
    };
    let (service, root) = find("GET /api/v1/product/{product}");
    assert!(service.contains("sovqat-gateway") && hex(&root.parent_span_id) == "00f067aa0ba902b7", "{service}");
    let (service, call) = find("sovqat.catalog.v1.Products/Get");
    assert!(
        service.contains("sovqat-services") && call.parent_span_id == root.span_id,
        "{call:?} is not below {root:?}"
    );
    let statements: Vec<_> = spans.iter().filter(|(_, span)| span.name == "sql select").collect();
    assert!(statements.iter().any(|(_, span)| span.parent_span_id == call.span_id), "{statements:?}");

    let everything = collector.received().text.join("\n");
    assert!(everything.contains("http.server.request.duration"), "metrics were exported, too");
    for secret in secrets {
        assert!(!everything.contains(&secret), "the telemetry contains {secret}");
    }
}
