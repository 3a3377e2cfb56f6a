//! Routes refuse invalid tokens, and staff routes refuse shoppers.

use chrono::TimeDelta;
use proto::auth::SignInRequest;
use reqwest::{Method, header};
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{clock::TestClock, tokens::TestKeys};

use crate::test_shop::{TestShop, send, text};

// The indices of the parts of a token, which dots separate.
const CLAIMS: usize = 1;
const SIGNATURE: usize = 2;

#[derive(Debug)]
struct Route {
    method: Method,
    path: String,
    needs_token: bool,
}

/// Returns all documented routes but those that take a refresh token.
fn routes() -> Vec<Route> {
    let document: Value = serde_json::from_str(include_str!("../../openapi.json")).expect("a document");
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let Ok(method) = method.to_uppercase().parse() else { continue };
            let path = path.replace("{id}", "1").replace(['{', '}'], "");
            let schemes = operation["security"].as_array().expect("security");
            if schemes.iter().any(|scheme| scheme.get("refresh").is_some() || scheme.get("staffRefresh").is_some()) {
                continue;
            }
            // `{}` stands for a request without a token.
            let needs_token = !schemes.is_empty() && schemes.iter().all(|scheme| scheme != &json!({}));
            routes.push(Route { method, path: format!("/api/v1{path}"), needs_token });
        }
    }
    routes
}

/// Changes the middle character of a part.
fn with_changed_part(token: &str, part: usize) -> String {
    let mut parts: Vec<String> = token.split('.').map(str::to_owned).collect();
    let middle = parts[part].len() / 2;
    let replacement = if parts[part].as_bytes()[middle] == b'A' { "B" } else { "A" };
    parts[part].replace_range(middle..=middle, replacement);
    parts.join(".")
}

#[sqlx::test(migrations = false)]
async fn protected_routes_refuse_invalid_tokens(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let session = shop.sign_in().await;
    let good = text(&session["accessToken"]).to_owned();
    let forged = TestKeys::forged(&TestClock::new()).token(1);
    let invalid = [
        None,
        Some(format!("Bearer {forged}")),
        Some(format!("Bearer {}", with_changed_part(&good, SIGNATURE))),
        Some(format!("Bearer {}", with_changed_part(&good, CLAIMS))),
        Some(format!("Bearer {}", text(&session["refreshToken"]))),
        Some("Bearer garbage".to_owned()),
        Some("Bearer".to_owned()),
        Some("Bearer ".to_owned()),
        Some("Basic YTpi".to_owned()),
        Some(format!("Bearer {}", "a".repeat(5000))),
    ];
    // Guards against a filter that matches nothing.
    let protected: Vec<_> = routes().into_iter().filter(|route| route.needs_token).collect();
    assert!(protected.len() >= 150, "{protected:?}");
    for route in &protected {
        for authorization in &invalid {
            expect_refusals(&shop, route, authorization.as_deref(), "unauthenticated").await;
        }
    }

    assert_eq!(shop.get_as(&good, "/api/v1/user/me").await.status, 200);
    // A token is valid for 10 minutes.
    shop.clock.advance(TimeDelta::minutes(11));
    for route in &protected {
        expect_refusals(&shop, route, Some(&format!("Bearer {good}")), "token_expired").await;
    }
}

/// Sends a request in each language. Expects status 401 with this code.
async fn expect_refusals(shop: &TestShop, route: &Route, authorization: Option<&str>, code: &str) {
    let Route { method, path, .. } = route;
    for (language, titles) in [
        ("az", Some(["Daxil olmaq lazımdır", "Sessiyanın vaxtı bitib"])),
        // Only the language of Russian responses is checked.
        ("ru", None),
        ("en", Some(["Please sign in", "Your session has ended"])),
    ] {
        let mut request = shop.request(method.clone(), path).header(header::ACCEPT_LANGUAGE, language);
        if let Some(authorization) = authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        let response = send(request).await;
        assert_eq!(response.problem(), format!("401 {code}"), "{method} {path} with {authorization:?}");
        assert_eq!(response.header("content-language"), language);
        assert_eq!(response.header("www-authenticate"), "Bearer");
        let title = text(&response.json()["title"]).to_owned();
        assert!(titles.is_none_or(|titles| titles.contains(&title.as_str())), "{title}");
    }
}

#[sqlx::test(migrations = false)]
async fn an_invalid_token_is_refused_on_public_routes_too(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    // A bank may send its own `Authorization` header.
    let is_bank_callback = |path: &str| path.contains("/payment/callback/");
    let public = routes().into_iter().filter(|route| !route.needs_token && !is_bank_callback(&route.path));
    for Route { method, path, .. } in public {
        let request = shop.request(method.clone(), &path).bearer_auth("garbage");
        let body = SignInRequest::default();
        let request = if method == Method::POST { request.json(&body) } else { request };
        assert_eq!(send(request).await.problem(), "401 unauthenticated", "{method} {path}");
    }
}

#[sqlx::test(migrations = false)]
async fn admin_routes_refuse_shoppers(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = shop.token().await;
    let admin_routes: Vec<_> = routes().into_iter().filter(|route| route.path.starts_with("/api/v1/admin/")).collect();
    assert!(admin_routes.len() >= 14, "{admin_routes:?}");
    for Route { method, path, needs_token } in admin_routes {
        assert!(needs_token, "{method} {path} is open to everybody");
        let request = shop.request(method.clone(), &path).bearer_auth(&shopper);
        let request = match method {
            Method::GET => request,
            _ if path.ends_with("/admin/pictures") => {
                request.header(header::CONTENT_TYPE, "image/png").body("a picture")
            }
            _ => request.json(&json!({})),
        };
        assert_eq!(send(request).await.problem(), "403 forbidden", "{method} {path}");
    }
}

#[sqlx::test(migrations = false)]
async fn rate_limits_are_separate_per_kind_of_request(pool: PgPool) {
    // Behind a trusted proxy, tests choose the client's address.
    let flags = ["--limit-sign-ins", "2/1h", "--limit-reads", "5/1h", "--trusted-proxies", "1"];
    let shop = TestShop::start_with(pool, &flags).await;
    let sign_in = async |client: &str| {
        let request = shop.request(Method::POST, "/api/v1/auth/signin").header("x-forwarded-for", client);
        send(request.json(&SignInRequest { login: "050 999 99 99".into(), password: "wrong".into(), device: None }))
            .await
    };
    assert_eq!([sign_in("198.51.100.1").await.status, sign_in("198.51.100.1").await.status], [401, 401]);
    let refused = sign_in("198.51.100.1").await;
    assert_eq!(refused.problem(), "429 too_many_requests");
    let retry_after: u64 = refused.header("retry-after").parse().unwrap();
    assert!(retry_after > 1_000, "the next of two sign-ins per hour: {retry_after} seconds");
    for (method, path) in [
        (Method::POST, "/api/v1/auth/otp/send"),
        (Method::POST, "/api/v1/auth/otp/verify"),
        (Method::POST, "/api/v1/auth/signup"),
        (Method::POST, "/api/v1/auth/password/forget"),
        (Method::GET, "/api/v1/auth/password/forget/verify?token=x"),
        (Method::POST, "/api/v1/auth/password/reset"),
    ] {
        let request = shop.request(method, path).header("x-forwarded-for", "198.51.100.1");
        assert_eq!(send(request).await.problem(), "429 too_many_requests", "{path} shares the budget");
    }
    assert_eq!(sign_in("198.51.100.2").await.status, 401, "other clients have their own limit");
    let read = shop.request(Method::GET, "/api/v1/settings").header("x-forwarded-for", "198.51.100.1");
    assert_eq!(send(read).await.status, 200, "reads have their own budget");
}

#[sqlx::test(migrations = false)]
async fn tokens_are_signed_with_a_published_key(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let keys = shop.get("/.well-known/jwks.json").await;
    let keys = keys.json()["keys"].as_array().unwrap().clone();
    assert!(
        keys.iter().all(|key| key["kty"] == "OKP" && key["crv"] == "Ed25519" && key.get("d").is_none()),
        "{keys:?}"
    );
    let token = shop.token().await;
    let header = token.split('.').next().unwrap();
    let is_published = keys.iter().any(|key| decode(header).contains(text(&key["kid"])));
    assert!(is_published, "{header} is signed with none of {keys:?}");
}

fn decode(part: &str) -> String {
    use base64::Engine as _;
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(part).expect("a token is base64");
    String::from_utf8(bytes).expect("the header is UTF-8")
}
