//! Tools for search engines and statistics: analytics scripts, lines of robots.txt, and web vitals.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{pages::state, test_shop::TestShop};

/// An empty value removes the tool.
async fn set_tool(shop: &TestShop, tag: &str, value: &str) {
    let token = shop.operator().await;
    shop.put_as(&token, "/api/v1/admin/seo/tags", &json!({"tag": tag, "value": value})).await.data();
}

#[sqlx::test(migrations = false)]
async fn a_tool_with_an_id_is_loaded_and_allowed(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s", "--cache-ttl", "0s"]).await;
    let before = shop.get("/").await;
    assert!(state(&before).get("tags").is_none());
    assert!(!before.text.contains("google-site-verification"));
    set_tool(&shop, "yandex-metrica", "12345678").await;
    set_tool(&shop, "search-console", "proof_of-google1").await;
    let page = shop.get("/").await;
    assert_eq!(state(&page)["tags"], json!({"yandexMetrica": "12345678"}));
    assert!(page.text.contains("<meta name=\"google-site-verification\" content=\"proof_of-google1\" />"));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self' https://mc.yandex.ru"), "{policy}");
    assert!(!policy.contains("google"), "{policy}");
    let other = shop.get("/yeni-mehsullar").await;
    assert!(!other.text.contains("google-site-verification"), "only the home page proves the ownership");
    assert_eq!(other.header("content-security-policy"), policy);
    let api = shop.get("/api/v1/settings").await;
    assert!(api.header("content-security-policy").contains("script-src 'self';"), "only pages load scripts");
    set_tool(&shop, "yandex-metrica", "").await;
    let after = shop.get("/").await;
    assert!(state(&after).get("tags").is_none());
    assert_eq!(after.header("content-security-policy"), before.header("content-security-policy"));
}

#[sqlx::test(migrations = false)]
async fn robots_txt_contains_the_operators_lines(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s"]).await;
    let token = shop.operator().await;
    let lines = json!({"text": "User-agent: GreedyBot\nDisallow: /"});
    shop.put_as(&token, "/api/v1/admin/seo/robots", &lines).await.data();
    let robots = shop.get("/robots.txt").await.text;
    assert!(robots.contains("\nUser-agent: GreedyBot\nDisallow: /\n"), "{robots}");
}

#[sqlx::test(migrations = false)]
async fn only_known_web_vitals_are_accepted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let report = async |body: Value| shop.post("/api/v1/vitals", &body).await;
    for name in ["LCP", "INP", "CLS", "TTFB", "FCP"] {
        let response = report(json!({"name": name, "value": 0.25, "page": "product"})).await;
        assert_eq!((response.status, response.text.as_str()), (204, ""), "{name}");
    }
    for bad in [
        json!({"name": "FID", "value": 1, "page": "home"}),
        json!({"name": "LCP", "value": 1, "page": "/mehsullar/aysel@example.az"}),
        json!({"name": "LCP", "value": -1, "page": "home"}),
        json!({"name": "LCP", "value": 1e12, "page": "home"}),
        json!({"name": "CLS", "value": 1000, "page": "home"}),
        json!({"name": "LCP", "value": "fast", "page": "home"}),
        json!({"value": 1}),
    ] {
        assert_eq!(report(bad.clone()).await.status, 422, "{bad}");
    }
}
