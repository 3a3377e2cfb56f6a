//! Invalid requests of any kind: the response is a problem that names the error, and its status is never 500 or more.

use reqwest::{Method, header};
use sqlx::PgPool;

use crate::test_shop::{TestResponse, TestShop, send};

const TOO_LONG: usize = 3_000;
const MAX_BODY_BYTES: usize = 1024 * 1024;

const PATHS_WITH_RESPONSES: &[(&str, &str)] = &[
    ("/api/v1/nothing", "404 not_found"),
    ("/api", "404 not_found"),
    ("/api/", "404 not_found"),
    ("/api/v2/product/all", "404 not_found"),
    ("/api/v1/product/no-such-product", "404 product_not_found"),
    ("/api/v1/product/99999999999999999999", "404 product_not_found"),
    ("/api/v1/product/%ff%fe", "404 not_found"),
    ("/api/v1/product/a%00b", "404 not_found"),
    ("/api/v1/category/%00", "404 not_found"),
    ("/api/v1/category/child/x", "404 category_not_found"),
    ("/api/v1/category/child/-1", "404 category_not_found"),
    ("/api/v1/category/child/9223372036854775807", "404 category_not_found"),
    ("/api/v1/category/parent/no-such-category", "404 category_not_found"),
    ("/api/v1/category/fields/no-such-category", "404 category_not_found"),
    ("/api/v1/category/fields/x?onlyFilterable=perhaps", "422 validation_failed onlyFilterable=wrong_type"),
    ("/api/v1/store/no-such-store", "404 store_not_found"),
    ("/api/v1/seo/no-such-page", "404 page_not_found"),
    ("/api/v1/seo/HOME-PAGE", "404 page_not_found"),
    ("/api/v1/seo/product-page?slug=%00", "422 validation_failed slug=invalid_characters"),
    ("/api/v1/product/all?page=-1", "422 validation_failed page=out_of_range"),
    ("/api/v1/product/all?page=two", "422 validation_failed page=wrong_type"),
    ("/api/v1/product/all?page=9223372036854775807", "422 validation_failed page=out_of_range"),
    ("/api/v1/product/all?page=99999999999999999999", "422 validation_failed page=wrong_type"),
    ("/api/v1/product/all?perPage=-1", "422 validation_failed perPage=out_of_range"),
    ("/api/v1/product/all?sort=banana", "422 validation_failed sort=unknown_value"),
    ("/api/v1/product/all?inStock=perhaps", "422 validation_failed inStock=wrong_type"),
    ("/api/v1/product/all?minPrice=1.5", "422 validation_failed minPrice=wrong_type"),
    ("/api/v1/product/all?minPrice=-5", "422 validation_failed minPrice=out_of_range"),
    ("/api/v1/product/all?rating=NaN", "422 validation_failed rating=out_of_range"),
    ("/api/v1/product/all?search=%ff", "422 validation_failed search=invalid_characters"),
    ("/api/v1/product/all?search=%00", "422 validation_failed search=invalid_characters"),
    ("/api/v1/product/all?category=no-such-category", "404 category_not_found"),
    ("/api/v1/product/all?store=no-such-store", "404 store_not_found"),
    ("/api/v1/product/all?fields=x", "422 validation_failed fields=wrong_type"),
    ("/api/v1/product/all?fields[nothing]=x", "200"),
    ("/api/v1/product/all?%ff=1", "422 validation_failed =invalid_characters"),
    ("/api/v1/product/all?ids=x,,-1,99999999999999999999", "200"),
    ("/api/v1/product/all?facets=perhaps", "422 validation_failed facets=wrong_type"),
    ("/api/v1/product/all?search=a&searchId=%00", "422 validation_failed searchId=invalid_characters"),
    ("/api/v1/product/all?search=a&searchId=nobody-has-this", "200"),
    ("/api/v1/product/suggest?q=%ff", "422 validation_failed q=invalid_characters"),
    ("/api/v1/product/suggest?q=a%00", "422 validation_failed q=invalid_characters"),
    ("/api/v1/product/suggest?q[a]=b", "422 validation_failed q=wrong_type"),
    ("/api/v1/product/no-such-product/reviews", "404 product_not_found"),
    ("/api/v1/product/99999999999999999999/reviews", "404 product_not_found"),
    ("/api/v1/product/1/reviews?sort=banana", "422 validation_failed sort=unknown_value"),
    ("/api/v1/product/1/reviews?rating=6", "422 validation_failed rating=out_of_range"),
    ("/api/v1/product/1/reviews?rating=five", "422 validation_failed rating=wrong_type"),
    ("/api/v1/product/1/reviews?verified=perhaps", "422 validation_failed verified=wrong_type"),
    ("/api/v1/product/1/reviews?page=-1", "422 validation_failed page=out_of_range"),
    ("/api/v1/list/no-such-list", "404 list_not_found"),
    ("/api/v1/list/%00", "404 not_found"),
    ("/api/v1/list/no-such-list?page=-1", "422 validation_failed page=out_of_range"),
    ("/api/v1/store/all?sort=banana", "422 validation_failed sort=unknown_value"),
    ("/api/v1/store/all?page=0", "200"),
    ("/api/v1/delivery/slots", "422 validation_failed cityId=required"),
    ("/api/v1/delivery/slots?cityId=-1", "404 city_not_found"),
    ("/api/v1/delivery/slots?cityId=999999", "200"),
    ("/api/v1/delivery/slots?cityId=1&districtId=x", "422 validation_failed districtId=wrong_type"),
    ("/api/v1/delivery/earliest", "200"),
    ("/api/v1/delivery/earliest?cityId=-1", "404 city_not_found"),
    ("/api/v1/delivery/earliest?cityId=999999", "200"),
    ("/api/v1/delivery/earliest?districtId=x", "422 validation_failed districtId=wrong_type"),
    ("/api/v1/payment/plans", "422 validation_failed amount=required"),
    ("/api/v1/payment/plans?amount=-5", "422 validation_failed amount=out_of_range"),
    ("/api/v1/payment/plans?amount=9223372036854775807", "422 validation_failed amount=out_of_range"),
    ("/api/v1/payment/plans?amount=ten", "422 validation_failed amount=wrong_type"),
];

const BODIES_WITH_RESPONSES: &[(&str, &str, &str)] = &[
    ("/auth/signin", "", "400 bad_request"),
    ("/auth/signin", "{", "400 bad_request"),
    ("/auth/signin", "null", "422 validation_failed =wrong_type"),
    ("/auth/signin", "[]", "422 validation_failed =wrong_type"),
    ("/auth/signin", r#""text""#, "422 validation_failed =wrong_type"),
    ("/auth/signin", r#"{"login": 5, "password": "x"}"#, "422 validation_failed login=wrong_type"),
    ("/auth/signin", r#"{"login": "a\u0000b", "password": "x"}"#, "401 invalid_credentials"),
    ("/auth/signin", r#"{"login": "", "password": ""}"#, "422 validation_failed login=required password=required"),
    ("/cart/add", "{}", "422 validation_failed productId=required"),
    ("/cart/add", r#"{"productId": "one"}"#, "422 validation_failed productId=wrong_type"),
    ("/cart/add", r#"{"productId": 1e99}"#, "422 validation_failed productId=wrong_type"),
    ("/cart/add", r#"{"productId": 99999999999}"#, "404 product_not_found"),
    ("/cart/add", r#"{"productId": -1}"#, "404 product_not_found"),
    ("/cart/add", r#"{"productId": 1, "count": 0}"#, "422 validation_failed count=out_of_range"),
    ("/cart/add", r#"{"productId": 1, "count": -7}"#, "422 validation_failed count=out_of_range"),
    ("/cart/add", r#"{"productId": 1, "count": 9223372036854775807}"#, "422 validation_failed count=out_of_range"),
    ("/cart/update", r#"{"productId": 99999999999, "count": 1}"#, "404 product_not_found"),
    ("/cart/remove", r#"{"productId": 99999999999}"#, "200"),
    ("/product/like", r#"{"productId": 99999999999}"#, "404 product_not_found"),
    ("/product/like", r#"{"productId": null}"#, "422 validation_failed productId=wrong_type"),
    ("/order/check", r#"{"months": "many"}"#, "422 validation_failed months=wrong_type"),
    ("/order/check", r#"{"addressId": -1}"#, "422 validation_failed addressId=invalid"),
    ("/order/check", r#"{"promoCode": "\u0000"}"#, "422 validation_failed promoCode=invalid_characters"),
];

fn result_of(response: &TestResponse) -> String {
    if response.status == 200 { "200".to_owned() } else { response.problem() }
}

#[sqlx::test(migrations = false)]
async fn invalid_paths_and_queries_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for (path, expected) in PATHS_WITH_RESPONSES {
        assert_eq!(result_of(&shop.get(path).await), *expected, "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn long_paths_and_queries_cause_no_server_error(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let long = "a".repeat(TOO_LONG);
    for path in [
        format!("/api/v1/product/{long}"),
        format!("/api/v1/product/all?search={long}"),
        format!("/api/v1/product/all?category={long}"),
        format!("/api/v1/product/all?{}", "a=1&".repeat(500)),
        format!("/api/v1/product/all?{}", "fields[x]=1&".repeat(500)),
        format!("/api/v1/seo/search-page?slug={long}"),
        format!("/api/v1/product/suggest?q={long}"),
        format!("/api/v1/product/all?ids={}", "1,".repeat(5000)),
        format!("/api/v1/product/all?search=a&searchId={long}"),
        format!("/api/v1/product/{long}/reviews"),
        format!("/api/v1/list/{long}"),
        format!("/{long}"),
    ] {
        let response = shop.get(&path).await;
        assert!(response.status < 500, "{} {path}", response.status);
    }
    // A larger page size is reduced to the maximum.
    assert_eq!(shop.get("/api/v1/product/all?perPage=1000000").await.json()["meta"]["perPage"], 100);
}

#[sqlx::test(migrations = false)]
async fn invalid_request_bodies_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let long_login = format!(r#"{{"login": "{}", "password": "x"}}"#, "a".repeat(100_000));
    let deeply_nested = "[".repeat(100_000);
    let generated = [
        ("/auth/signin", long_login.as_str(), "422 validation_failed login=too_long"),
        ("/auth/signin", deeply_nested.as_str(), "400 bad_request"),
    ];
    for (path, body, expected) in BODIES_WITH_RESPONSES.iter().copied().chain(generated) {
        let request = shop.request(Method::POST, &format!("/api/v1{path}")).bearer_auth(&token);
        let response = send(request.header(header::CONTENT_TYPE, "application/json").body(body.to_owned())).await;
        assert_eq!(result_of(&response), expected, "{path} {body:.60}");
    }
}

#[sqlx::test(migrations = false)]
async fn invalid_http_requests_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    for (method, path, allowed) in [
        (Method::DELETE, "/api/v1/product/all", "GET,HEAD"),
        (Method::GET, "/api/v1/auth/signin", "POST"),
        (Method::POST, "/", "GET,HEAD"),
        (Method::OPTIONS, "/api/v1/settings", "GET,HEAD"),
        (Method::TRACE, "/api/v1/settings", "GET,HEAD"),
        (Method::TRACE, "/", "GET,HEAD"),
    ] {
        let response = send(shop.request(method.clone(), path)).await;
        assert_eq!(response.problem(), "405 method_not_allowed", "{method} {path}");
        assert_eq!(response.header("allow"), allowed, "{method} {path}");
    }
    for language in ["xx", "*", ";;;q=,", "ru;q=banana", &"ru,".repeat(1000)] {
        assert_eq!(shop.get_in(language, "/api/v1/settings").await.status, 200, "{language:.20}");
    }
    assert_body_limits(&shop).await;
    assert_malformed_messages_are_refused(&shop).await;
}

async fn assert_body_limits(shop: &TestShop) {
    let sign_in = |content_type: &str, body: String| {
        shop.request(Method::POST, "/api/v1/auth/signin").header(header::CONTENT_TYPE, content_type).body(body)
    };
    let without_content_type = shop.request(Method::POST, "/api/v1/auth/signin").body("login=x");
    assert_eq!(send(without_content_type).await.problem(), "415 unsupported_media_type");
    assert_eq!(send(sign_in("text/plain", "{}".to_owned())).await.problem(), "415 unsupported_media_type");
    let too_large = sign_in("application/json", "x".repeat(MAX_BODY_BYTES + 1));
    assert_eq!(send(too_large).await.problem(), "413 payload_too_large");
    let largest = sign_in("application/json", format!("{}{{}}", " ".repeat(MAX_BODY_BYTES - 2)));
    assert_eq!(send(largest).await.status, 422, "a body of exactly the limit is read");
}

async fn assert_malformed_messages_are_refused(shop: &TestShop) {
    let many_headers = "x: y\r\n".repeat(500);
    let long_header = format!("x: {}\r\n", "y".repeat(200_000));
    for headers in [many_headers, long_header] {
        let response = shop.raw(format!("GET /api/v1/settings HTTP/1.1\r\nhost: x\r\n{headers}\r\n").as_bytes()).await;
        assert!(response.is_empty() || response.starts_with("HTTP/1.1 431"), "{response:.80}");
    }
    for request in
        ["GET /\u{0} HTTP/1.1\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n"]
    {
        let response = shop.raw(request.as_bytes()).await;
        assert!(response.is_empty() || response.starts_with("HTTP/1.1 4"), "{request:?}: {response:.80}");
    }
    let not_text = shop
        .raw(b"GET /api/v1/settings HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer \xff\xfe\r\n\r\n")
        .await;
    assert!(not_text.starts_with("HTTP/1.1 401"), "{not_text:.80}");
}

#[sqlx::test(migrations = false)]
async fn a_service_that_is_down_causes_503_with_retry_after(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--cache-ttl", "0s"]).await;
    assert_eq!(shop.get("/api/v1/product/all").await.status, 200);
    shop.kill_catalog();
    let response = shop.get("/api/v1/product/all").await;
    assert_eq!(response.problem(), "503 service_unavailable");
    assert_eq!(response.header("retry-after"), "1");
    assert_eq!(shop.get("/api/v1/settings").await.status, 200, "routes of other services still work");
    let page = shop.get("/").await;
    assert_eq!(page.status, 200, "the home page opens without its products");
}
