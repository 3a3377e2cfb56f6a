//! The cookies of staff sessions. Browsers send cookies to any site's requests, so changes also need a CSRF token.

use reqwest::{Method, RequestBuilder, header};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    staff_tokens::CSRF_TOKEN,
    test_shop::{TestShop, send, text},
};

const PRIVATE: &str = "private, no-store";

fn with_cookie(shop: &TestShop, token: &str, method: Method, path: &str) -> RequestBuilder {
    shop.request(method, path).header(header::COOKIE, format!("theme=dark; __Host-staff={token}"))
}

#[sqlx::test(migrations = false)]
async fn the_cookie_counts_on_routes_for_staff_only_and_not_beside_a_bearer_token(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, shopper) = (shop.operator().await, shop.token().await);
    let get = |path| with_cookie(&shop, &token, Method::GET, path);
    for path in ["/api/v1/admin/orders", "/api/v1/staff/session"] {
        let response = send(get(path)).await;
        assert_eq!((response.status, response.header("cache-control")), (200, PRIVATE), "{path}");
        assert_eq!(send(get(path).bearer_auth("garbage")).await.problem(), "401 unauthenticated", "{path}");
        assert_eq!(send(get(path).bearer_auth(&shopper)).await.status, 403, "{path}");
    }
    for path in ["/api/v1/user/me", "/api/v1/order/all", "/api/v1/notification/stream"] {
        assert_eq!(send(get(path)).await.problem(), "401 unauthenticated", "{path}");
    }
    let ended = with_cookie(&shop, "garbage", Method::GET, "/api/v1/admin/orders");
    assert_eq!(send(ended).await.problem(), "401 unauthenticated");
    let as_shopper = with_cookie(&shop, &shopper, Method::GET, "/api/v1/staff/session");
    assert_eq!(send(as_shopper).await.problem(), "403 second_factor_required");
}

#[sqlx::test(migrations = false)]
async fn a_change_needs_the_csrf_token_and_an_origin_of_the_shop(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.operator().await;
    let lines = json!({"text": "Disallow: /axtaris"});
    let save = || with_cookie(&shop, &token, Method::PUT, "/api/v1/admin/seo/robots").json(&lines);
    let confirmed = || save().header("x-csrf-token", CSRF_TOKEN);
    for refused in [save(), save().header("x-csrf-token", ""), save().header("x-csrf-token", &CSRF_TOKEN[1..])] {
        assert_eq!(send(refused).await.problem(), "403 csrf_token_invalid");
    }
    for origin in ["https://evil.example", "https://sovqat.example.evil.example", "http://sovqat.example", "null"] {
        let refused = confirmed().header(header::ORIGIN, origin);
        assert_eq!(send(refused).await.problem(), "403 csrf_token_invalid", "{origin}");
    }
    assert_eq!(send(confirmed().header(header::ORIGIN, "https://sovqat.example")).await.status, 200);
    assert_eq!(send(confirmed()).await.status, 200, "a browser that sends no origin");
    let bearer = shop.put_as(&token, "/api/v1/admin/seo/robots", &lines).await;
    assert_eq!(bearer.status, 200, "no browser sends a bearer token by itself");
}

#[sqlx::test(migrations = false)]
async fn no_other_site_can_begin_or_renew_a_session(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let body = json!({"login": "x", "password": "x", "challengeToken": "x"});
    for path in ["/api/v1/staff/session", "/api/v1/staff/session/open", "/api/v1/staff/session/refresh"] {
        let request = shop.request(Method::POST, path).header(header::COOKIE, "__Host-staff-refresh=x").json(&body);
        let response = send(request.header(header::ORIGIN, "https://evil.example")).await;
        assert_eq!(response.problem(), "403 csrf_token_invalid", "{path}");
        assert_eq!(response.header("access-control-allow-origin"), "", "{path}");
    }
    let without_cookie = shop.post("/api/v1/staff/session/refresh", &json!({})).await;
    assert_eq!(without_cookie.problem(), "401 unauthenticated");
}

#[sqlx::test(migrations = false)]
async fn a_response_to_a_request_with_the_cookie_is_never_cached(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--cache-ttl", "1h"]).await;
    let token = shop.operator().await;
    for path in ["/api/v1/admin/orders", "/api/v1/staff/session", "/api/v1/category/all"] {
        let response = send(with_cookie(&shop, &token, Method::GET, path)).await;
        assert_eq!((response.status, response.header("cache-control")), (200, PRIVATE), "{path}");
    }
    assert_eq!(shop.get("/api/v1/admin/orders").await.problem(), "401 unauthenticated");
    let refresh_only =
        shop.request(Method::GET, "/api/v1/category/all").header(header::COOKIE, "__Host-staff-refresh=x");
    assert_eq!(send(refresh_only).await.header("cache-control"), PRIVATE);
    assert_eq!(shop.get("/api/v1/category/all").await.header("cache-control"), "public, max-age=1");
}

#[sqlx::test(migrations = false)]
async fn the_session_says_what_the_page_needs_and_no_token(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.operator().await;
    let response = send(with_cookie(&shop, &token, Method::GET, "/api/v1/staff/session")).await;
    let session = response.data();
    assert_eq!(text(&session["csrfToken"]), CSRF_TOKEN);
    assert_eq!(session["expiresIn"], 600);
    let step_up_at = shop.clock.now() + chrono::TimeDelta::minutes(10);
    assert_eq!(text(&session["stepUpAt"]), step_up_at.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true));
    assert_eq!(session["recoveryCodes"], json!([]));
    assert_eq!(session["user"]["roles"], json!(["owner"]));
    // The last 20 characters belong to the token's signature.
    assert!(!response.text.contains(&token[token.len() - 20..]));
    assert!(session.get("accessToken").is_none());
}
