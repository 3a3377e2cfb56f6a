//! Rate limits per client and kind of request. Clients have addresses from a trusted proxy, because local mode does not
//! limit loopback.

use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    program::Program,
    test_shop::{TestResponse, TestShop, send, text},
};

pub const FLAGS: [&str; 12] = [
    "--trusted-proxies",
    "1",
    "--limit-reads",
    "3/1h",
    "--limit-suggestions",
    "4/1h",
    "--limit-writes",
    "2/1h",
    "--limit-sign-ins",
    "1/1h",
    "--limit-callbacks",
    "5/1h",
];
pub const CLIENT: &str = "203.0.113.7";
pub const OTHER_CLIENT: &str = "203.0.113.8";

/// `max` is the number of requests per hour.
pub struct Kind {
    pub method: Method,
    pub path: &'static str,
    pub body: Value,
    pub max: u32,
}

pub fn kinds() -> [Kind; 5] {
    let kind = |method, path, body, max| Kind { method, path, body, max };
    let opened = json!({"searchId": "1", "productId": 1, "place": 1});
    let sign_in = json!({"login": "050 000 00 99", "password": "not-a-password"});
    [
        kind(Method::GET, "/api/v1/store/all", Value::Null, 3),
        kind(Method::GET, "/api/v1/product/suggest?q=gu", Value::Null, 4),
        kind(Method::POST, "/api/v1/product/search/opened", opened, 2),
        kind(Method::POST, "/api/v1/auth/signin", sign_in, 1),
        kind(Method::POST, "/api/v1/payment/callback/epoint", json!({}), 5),
    ]
}

impl Kind {
    fn request(&self, shop: &TestShop, forwarded_for: &str) -> RequestBuilder {
        let request = shop.request(self.method.clone(), self.path).header("x-forwarded-for", forwarded_for);
        if self.body.is_null() { request } else { request.json(&self.body) }
    }

    async fn is_allowed(&self, shop: &TestShop, forwarded_for: &str) -> bool {
        send(self.request(shop, forwarded_for)).await.status != 429
    }
}

pub fn retry_after(refused: &TestResponse) -> u32 {
    refused.header("retry-after").parse().expect("seconds")
}

#[sqlx::test(migrations = false)]
async fn each_kind_of_request_is_refused_beyond_its_budget_in_the_clients_language(pool: PgPool) {
    let shop = TestShop::start_with(pool, &FLAGS).await;
    for kind in kinds() {
        let path = kind.path;
        // The other kinds have budgets of their own.
        for number in 1..=kind.max {
            assert!(kind.is_allowed(&shop, CLIENT).await, "{path} {number}");
        }
        for (language, title) in
            [("az", "Həddən çox sorğu"), ("ru", "Слишком много запросов"), ("en", "Too many requests")]
        {
            let request = kind.request(&shop, CLIENT).header(header::ACCEPT_LANGUAGE, language);
            let refused = send(request).await;
            assert_eq!(refused.problem(), "429 too_many_requests", "{path}");
            assert_eq!(text(&refused.json()["title"]), title);
            assert_eq!(refused.header("content-language"), language);
            // The budget refills evenly over an hour. The test takes less than a minute.
            let interval = 3_600 / kind.max;
            assert!((interval - 60..=interval).contains(&retry_after(&refused)), "{path} {}", retry_after(&refused));
        }
        assert!(kind.is_allowed(&shop, OTHER_CLIENT).await, "{path}: another client has its own budget");
    }
    // Only the last address counts, because the shop's own proxy has added it.
    let [reads, ..] = kinds();
    assert!(!reads.is_allowed(&shop, &format!("198.51.100.1, {CLIENT}")).await);
    assert!(!reads.is_allowed(&shop, &format!("{OTHER_CLIENT}, {CLIENT}")).await);
}

#[sqlx::test(migrations = false)]
async fn an_ipv6_network_shares_its_budgets(pool: PgPool) {
    let shop = TestShop::start_with(pool, &FLAGS).await;
    // A provider gives the first 64 bits of an IPv6 address to one customer.
    for kind in kinds() {
        let mut hosts = 1..;
        let mut next_host = || format!("2001:db8:1:2::{:x}", hosts.next().expect("an endless range"));
        for _ in 0..kind.max {
            assert!(kind.is_allowed(&shop, &next_host()).await, "{}", kind.path);
        }
        assert!(!kind.is_allowed(&shop, &next_host()).await, "{}", kind.path);
        assert!(!kind.is_allowed(&shop, "2001:db8:1:2:ffff::1").await, "{}", kind.path);
        assert!(kind.is_allowed(&shop, "2001:db8:1:3::1").await, "{}", kind.path);
    }
}

#[sqlx::test(migrations = false)]
async fn only_local_mode_exempts_loopback_and_refusals_are_counted(pool: PgPool) {
    let shop = TestShop::start_with(pool, &FLAGS).await;
    // More than any budget allows.
    for _ in 0..8 {
        assert_eq!(shop.get("/api/v1/store/all").await.status, 200);
    }
    let flags: Vec<&str> = ["--mode", "production"].into_iter().chain(FLAGS).collect();
    let program = Program::start(&shop, &flags).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for kind in kinds() {
        // Two more than allowed.
        for number in 0..=kind.max + 1 {
            let request = client.request(kind.method.clone(), format!("http://{}{}", program.address, kind.path));
            let request = if kind.body.is_null() { request } else { request.json(&kind.body) };
            assert_eq!(send(request).await.status == 429, number >= kind.max, "{} {number}", kind.path);
        }
    }
    let metrics = client.get(format!("http://{}/metrics", program.admin_address)).send().await.unwrap();
    let metrics = metrics.text().await.unwrap();
    for budget in ["reads", "suggestions", "writes", "sign_ins", "callbacks"] {
        let reason = format!("reason=\"gateway_{budget}\"");
        let line = metrics.lines().find(|line| line.starts_with("security_refusals") && line.contains(&reason));
        assert!(line.is_some_and(|line| line.ends_with(" 2")), "{budget}: {line:?}");
    }
    assert!(program.stop().await.success());
}
