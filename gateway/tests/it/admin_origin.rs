//! The back office on an origin of its own, so that scripts of the shop's pages cannot use it.

use reqwest::{Method, RequestBuilder, header};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    response::send_undeclared,
    staff_tokens::CSRF_TOKEN,
    test_shop::{TestShop, send},
};

const SHOP: &str = "sovqat.example";
const ADMIN: &str = "idare.sovqat.example";
const FLAGS: [&str; 2] = ["--admin-origin", "https://idare.sovqat.example"];

fn on(host: &str, shop: &TestShop, method: Method, path: &str) -> RequestBuilder {
    shop.request(method, path).header(header::HOST, host)
}

#[sqlx::test(migrations = false)]
async fn pages_of_the_other_application_redirect_to_its_origin(pool: PgPool) {
    let shop = TestShop::start_with(pool, &FLAGS).await;
    for (host, path, location) in [
        (SHOP, "/idare", "https://idare.sovqat.example/idare"),
        (SHOP, "/ru/idare/sifarisler?page=2", "https://idare.sovqat.example/ru/idare/sifarisler?page=2"),
        (ADMIN, "/", "/idare"),
        (ADMIN, "/en", "/en/idare"),
        (ADMIN, "/?preview=", "/idare?preview="),
        (ADMIN, "/?preview=0f", "https://sovqat.example/?preview=0f"),
        (ADMIN, "/ru?preview=0f", "https://sovqat.example/ru?preview=0f"),
        (ADMIN, "/sebet", "https://sovqat.example/sebet"),
    ] {
        let response = send(on(host, &shop, Method::GET, path)).await;
        assert_eq!((response.status, response.header("location")), (302, location), "{host}{path}");
        assert_eq!(response.header("cache-control"), "no-cache");
    }
    for (host, path) in [(SHOP, "/"), (ADMIN, "/idare"), (ADMIN, "/assets/app-1.js"), (SHOP, "/assets/app-1.js")] {
        assert_eq!(send(on(host, &shop, Method::GET, path)).await.status, 200, "{host}{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn routes_for_staff_answer_on_the_origin_of_the_back_office_only(pool: PgPool) {
    let shop = TestShop::start_with(pool, &FLAGS).await;
    let token = shop.operator().await;
    for path in ["/api/v1/admin/orders", "/api/v1/staff/session"] {
        let get = |host| on(host, &shop, Method::GET, path).header(header::COOKIE, format!("__Host-staff={token}"));
        assert_eq!(send(get(ADMIN)).await.status, 200, "{path}");
        for host in [SHOP, "other.example", "idare.sovqat.example:444"] {
            assert_eq!(send_undeclared(get(host)).await.problem(), "404 not_found", "{host}{path}");
        }
        let bearer = on(SHOP, &shop, Method::GET, path).bearer_auth(&token);
        assert_eq!(send_undeclared(bearer).await.problem(), "404 not_found", "{path}");
    }
    let begin = on(SHOP, &shop, Method::POST, "/api/v1/staff/session").json(&json!({"login": "x", "password": "x"}));
    assert_eq!(send_undeclared(begin).await.problem(), "404 not_found");
    // An invitation is accepted in the shop, with a customer's session.
    let accept = on(SHOP, &shop, Method::POST, "/api/v1/staff/invitations/accept").json(&json!({"token": "x"}));
    assert_eq!(send(accept).await.status, 401);
    for host in [SHOP, ADMIN] {
        assert_eq!(send(on(host, &shop, Method::GET, "/api/v1/settings")).await.status, 200, "{host}");
    }
}

#[sqlx::test(migrations = false)]
async fn scripts_of_the_shop_cannot_use_the_back_office(pool: PgPool) {
    let shop = TestShop::start_with(pool, &FLAGS).await;
    let token = shop.operator().await;
    let save = |origin| {
        let request = on(ADMIN, &shop, Method::PUT, "/api/v1/admin/seo/robots");
        let request =
            request.header(header::COOKIE, format!("__Host-staff={token}")).header("x-csrf-token", CSRF_TOKEN);
        send(request.header(header::ORIGIN, origin).json(&json!({"text": ""})))
    };
    assert_eq!(save("https://sovqat.example").await.problem(), "403 csrf_token_invalid");
    assert_eq!(save("https://idare.sovqat.example").await.status, 200);
    // `OPTIONS` is the preflight request with which a browser asks for permission.
    for method in [Method::OPTIONS, Method::GET] {
        let request = on(ADMIN, &shop, method.clone(), "/api/v1/admin/orders")
            .header(header::ORIGIN, "https://sovqat.example")
            .header("access-control-request-method", "GET");
        let response = send(request).await;
        let allowed = response.headers.keys().filter(|name| name.as_str().starts_with("access-control-")).count();
        assert_eq!((allowed, response.status >= 400), (0, true), "{method}");
    }
}
