//! Requests with invalid bodies: the response names every invalid field, and its status is never 500 or more.

use std::fmt::Write as _;

use reqwest::{Method, header};
use sqlx::PgPool;

use crate::test_shop::{TestShop, send};

const ROUTES_WITH_BODY: &[&str] = &[
    "/auth/otp/send",
    "/auth/otp/verify",
    "/auth/signup",
    "/auth/password/forget",
    "/auth/password/reset",
    "/user/update",
    "/user/email/change",
    "/user/email/verify",
    "/user/password/update",
    "/user/report",
    "/user/delete",
    "/user/family/add",
    "/user/addresses",
    "/influencer/apply",
    "/product/1/reviews",
    "/review/1/reply",
    "/list",
    "/list/1/products",
    "/product/search/opened",
    "/admin/reviews/1",
    "/admin/replies/1",
    "/admin/influencers/1/decide",
    "/order",
    "/order/SQ-7K4M-29/cancel",
    "/order/SQ-7K4M-29/pay",
    "/order/SQ-7K4M-29/refund",
    "/admin/orders/SQ-7K4M-29/move",
    "/admin/refunds/1/decide",
    "/admin/promos",
    "/admin/promos/1/try",
];

const MALFORMED_BODIES: [&str; 6] = ["", "{", "null", "[]", "\"text\"", "{\"a\": "];

/// A valid form, so that only the id in the path is invalid.
const ADDRESS: &str =
    r#"{"title": "Ev", "type": "home", "cityId": 2, "street": "Nizami", "building": "1", "isDefault": false}"#;

/// Paths with invalid bodies, in the order of the snapshot below.
const INVALID_BODIES: &[(&str, &str)] = &[
    ("/auth/otp/send", "{}"),
    ("/auth/otp/send", r#"{"phoneNumber": 994501234567}"#),
    ("/auth/otp/send", r#"{"phoneNumber": "050 123"}"#),
    ("/auth/otp/send", r#"{"phoneNumber": "+99912345678901234567890"}"#),
    ("/auth/otp/send", r#"{"phoneNumber": "\u0000"}"#),
    ("/auth/otp/verify", "{}"),
    ("/auth/otp/verify", r#"{"phoneNumber": "+994557010203", "otpCode": "12a4", "codeToken": "x"}"#),
    ("/auth/otp/verify", r#"{"phoneNumber": "+994557010203", "otpCode": "0000", "codeToken": "x"}"#),
    ("/auth/otp/verify", r#"{"phoneNumber": "+994557010203", "otpCode": "0000", "codeToken": ""}"#),
    ("/auth/otp/verify", r#"{"phoneNumber": "+994557010203", "otpCode": 1234, "codeToken": "x"}"#),
    ("/auth/signup", "{}"),
    (
        "/auth/signup",
        r#"{"firstName": "A", "lastName": "B", "phoneNumber": "+994557010203", "email": "x", "password": "short", "passwordConfirmation": "other", "acceptTerms": false, "verificationToken": "x"}"#,
    ),
    ("/auth/signup", r#"{"acceptTerms": "yes"}"#),
    ("/auth/password/forget", "{}"),
    ("/auth/password/forget", r#"{"email": "not an address"}"#),
    ("/auth/password/reset", "{}"),
    (
        "/auth/password/reset",
        r#"{"token": "x", "password": "gül-buketi-2026", "passwordConfirmation": "gül-buketi-2026"}"#,
    ),
    ("/auth/password/reset", r#"{"token": "x", "password": "gül-buketi-2026", "passwordConfirmation": "other"}"#),
    ("/user/update", "{}"),
    ("/user/update", r#"{"firstName": "", "lastName": " "}"#),
    ("/user/update", r#"{"birthDate": "2026-02-30"}"#),
    ("/user/update", r#"{"birthDate": "1899-12-31"}"#),
    ("/user/update", r#"{"birthDate": "9999-12-31"}"#),
    ("/user/update", r#"{"birthDate": 19900517}"#),
    ("/user/update", r#"{"language": "tr"}"#),
    ("/user/update", r#"{"firstName": "a\u0000b"}"#),
    ("/user/email/change", "{}"),
    ("/user/email/change", r#"{"email": "a@example.az", "emailConfirmation": "b@example.az", "password": "x"}"#),
    ("/user/email/verify", "{}"),
    ("/user/email/verify", r#"{"token": "x"}"#),
    ("/user/password/update", "{}"),
    ("/user/report", "{}"),
    ("/user/report", r#"{"subject": "a", "text": "b"}"#),
    ("/user/delete", "{}"),
    ("/user/family/add", "{}"),
    ("/user/family/add", r#"{"name": "Solmaz", "relation": "queen", "birthDate": "1960-03-08"}"#),
    ("/user/family/add", r#"{"name": "Solmaz", "relation": "mother", "birthDate": "9999-01-01"}"#),
    ("/user/family/add", r#"{"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08", "phoneNumber": "1"}"#),
    ("/user/addresses", "{}"),
    ("/user/addresses", r#"{"title": "Ev", "type": "castle"}"#),
    (
        "/user/addresses",
        r#"{"title": "Ev", "type": "home", "cityId": 999999, "street": "Nizami", "building": "1", "postcode": "12", "isDefault": false}"#,
    ),
    ("/user/addresses", r#"{"cityId": "Baku"}"#),
    ("/product/1/reviews", "{}"),
    ("/product/1/reviews", r#"{"rating": 6, "text": "short"}"#),
    ("/product/1/reviews", r#"{"rating": 4.5, "text": "Çox gözəl hədiyyə oldu."}"#),
    ("/product/1/reviews", r#"{"rating": 5, "text": "          "}"#),
    ("/product/1/reviews", r#"{"rating": 5, "text": "Gözəl \u0000 hədiyyə"}"#),
    ("/product/999999999/reviews", r#"{"rating": 5, "text": "Çox gözəl hədiyyə oldu."}"#),
    ("/product/no-such-product/reviews", r#"{"rating": 5, "text": "Çox gözəl hədiyyə oldu."}"#),
    ("/review/1/reply", "{}"),
    ("/review/999999999/reply", r#"{"text": "Təşəkkür edirik!"}"#),
    ("/review/x/reply", r#"{"text": "Təşəkkür edirik!"}"#),
    ("/list", "{}"),
    ("/list", r#"{"name": 7}"#),
    ("/list/1/products", r#"{"productId": "one"}"#),
    ("/product/search/opened", "{}"),
    ("/product/search/opened", r#"{"searchId": 5}"#),
    ("/product/search/opened", r#"{"searchId": "x", "productId": -1, "place": 0}"#),
    ("/order", "{}"),
    ("/order", r#"{"quote": 7}"#),
    ("/order", r#"{"quote": "x", "addressId": 1, "recipientType": "neighbour"}"#),
    ("/order", r#"{"quote": "x", "addressId": 1, "recipientType": "other", "paymentMethod": "cash"}"#),
    (
        "/order",
        r#"{"quote": "x", "addressId": -1, "recipientType": "other", "recipient": {"firstName": "", "lastName": " ", "phoneNumber": "12"}, "paymentMethod": "cash"}"#,
    ),
    ("/order", r#"{"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod": "barter"}"#),
    (
        "/order",
        r#"{"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod": "installment", "months": 5}"#,
    ),
    (
        "/order",
        r#"{"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod": "cash", "note": "a\u0000b"}"#,
    ),
    (
        "/order",
        r#"{"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod": "cash", "months": 99999999999}"#,
    ),
    (
        "/order",
        r#"{"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod": "cash", "promoCode": "abc"}"#,
    ),
    ("/order/no-code/cancel", "{}"),
    ("/order/SQ-0000-00/pay", r#"{"paymentMethod": "barter"}"#),
    ("/order/SQ-0000-00/refund", r#"{"reason": 5}"#),
    ("/order/SQ-0000-00/refund", r#"{"reason": "x", "lines": [{"lineId": "one"}]}"#),
    ("/order/%00/reorder", "{}"),
    ("/order/check", r#"{"paymentMethod": "barter"}"#),
    ("/order/check", r#"{"paymentMethod": "installment"}"#),
    ("/order/check", r#"{"promoCode": "abc"}"#),
    ("/influencer/apply", "{}"),
    (
        "/influencer/apply",
        r#"{"about": "Hədiyyələr haqqında yazıram və yaşayıram.", "instagram": "javascript:alert(1)", "youtube": "http://youtube.com/x", "tiktok": "https://example.com"}"#,
    ),
];

async fn result_of(shop: &TestShop, token: &str, method: Method, path: &str, body: &str) -> String {
    let request =
        shop.request(method, &format!("/api/v1{path}")).bearer_auth(token).header("idempotency-key", "one-for-all");
    let response = send(request.header(header::CONTENT_TYPE, "application/json").body(body.to_owned())).await;
    assert!(response.status < 500, "{path} {body:.60}: {}", response.text);
    if response.status == 200 { "200".to_owned() } else { response.problem() }
}

#[sqlx::test(migrations = false)]
async fn malformed_bodies_are_refused_by_every_route(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (shopper, operator) = (shop.token().await, shop.operator().await);
    for path in ROUTES_WITH_BODY {
        let token = if path.starts_with("/admin/") { &operator } else { &shopper };
        for body in MALFORMED_BODIES {
            let result = result_of(&shop, token, Method::POST, path, body).await;
            let is_json = matches!(body, "null" | "[]" | "\"text\"");
            let expected = if is_json { "422 validation_failed =wrong_type" } else { "400 bad_request" };
            assert_eq!(result, expected, "{path} {body}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn every_invalid_field_is_reported(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let long = format!("{{\"firstName\": \"{0}\", \"lastName\": \"{0}\"}}", "a".repeat(10_000));
    let mut responses = String::new();
    let forms = INVALID_BODIES.iter().copied().chain([("/user/update", long.as_str())]);
    for (path, body) in forms {
        let result = result_of(&shop, &token, Method::POST, path, body).await;
        // The snapshot shows the first 70 characters of a body.
        writeln!(responses, "{path} {body:.70}: {result}").unwrap();
    }
    insta::assert_snapshot!(responses, @r#"
    /auth/otp/send {}: 422 validation_failed phoneNumber=required
    /auth/otp/send {"phoneNumber": 994501234567}: 422 validation_failed phoneNumber=wrong_type
    /auth/otp/send {"phoneNumber": "050 123"}: 422 validation_failed phoneNumber=invalid_phone
    /auth/otp/send {"phoneNumber": "+99912345678901234567890"}: 422 validation_failed phoneNumber=invalid_phone
    /auth/otp/send {"phoneNumber": "\u0000"}: 422 validation_failed phoneNumber=invalid_phone
    /auth/otp/verify {}: 422 validation_failed phoneNumber=required otpCode=required codeToken=required
    /auth/otp/verify {"phoneNumber": "+994557010203", "otpCode": "12a4", "codeToken": "x"}: 422 validation_failed otpCode=invalid
    /auth/otp/verify {"phoneNumber": "+994557010203", "otpCode": "0000", "codeToken": "x"}: 409 otp_expired
    /auth/otp/verify {"phoneNumber": "+994557010203", "otpCode": "0000", "codeToken": ""}: 422 validation_failed codeToken=required
    /auth/otp/verify {"phoneNumber": "+994557010203", "otpCode": 1234, "codeToken": "x"}: 422 validation_failed otpCode=wrong_type
    /auth/signup {}: 422 validation_failed firstName=required lastName=required phoneNumber=required acceptTerms=required verificationToken=required
    /auth/signup {"firstName": "A", "lastName": "B", "phoneNumber": "+994557010203", "e: 422 validation_failed email=invalid_email password=too_short passwordConfirmation=passwords_differ acceptTerms=terms_required verificationToken=token_invalid
    /auth/signup {"acceptTerms": "yes"}: 422 validation_failed acceptTerms=wrong_type
    /auth/password/forget {}: 422 validation_failed email=required
    /auth/password/forget {"email": "not an address"}: 422 validation_failed email=invalid_email
    /auth/password/reset {}: 422 validation_failed token=required password=required passwordConfirmation=required
    /auth/password/reset {"token": "x", "password": "gül-buketi-2026", "passwordConfirmation": : 422 validation_failed token=token_invalid
    /auth/password/reset {"token": "x", "password": "gül-buketi-2026", "passwordConfirmation": : 422 validation_failed passwordConfirmation=passwords_differ
    /user/update {}: 200
    /user/update {"firstName": "", "lastName": " "}: 422 validation_failed firstName=required lastName=required
    /user/update {"birthDate": "2026-02-30"}: 422 validation_failed birthDate=invalid_date
    /user/update {"birthDate": "1899-12-31"}: 422 validation_failed birthDate=invalid_date
    /user/update {"birthDate": "9999-12-31"}: 422 validation_failed birthDate=invalid_date
    /user/update {"birthDate": 19900517}: 422 validation_failed birthDate=wrong_type
    /user/update {"language": "tr"}: 422 validation_failed language=unknown_value
    /user/update {"firstName": "a\u0000b"}: 422 validation_failed firstName=invalid_characters
    /user/email/change {}: 422 validation_failed email=required emailConfirmation=required
    /user/email/change {"email": "a@example.az", "emailConfirmation": "b@example.az", "passwo: 422 validation_failed emailConfirmation=emails_differ
    /user/email/verify {}: 422 validation_failed token=required
    /user/email/verify {"token": "x"}: 422 validation_failed token=token_invalid
    /user/password/update {}: 422 validation_failed password=required passwordConfirmation=required
    /user/report {}: 422 validation_failed subject=required text=required
    /user/report {"subject": "a", "text": "b"}: 422 validation_failed subject=too_short text=too_short
    /user/delete {}: 422 validation_failed password=required
    /user/family/add {}: 422 validation_failed name=required relation=required birthDate=required
    /user/family/add {"name": "Solmaz", "relation": "queen", "birthDate": "1960-03-08"}: 422 validation_failed relation=unknown_value
    /user/family/add {"name": "Solmaz", "relation": "mother", "birthDate": "9999-01-01"}: 422 validation_failed birthDate=invalid_date
    /user/family/add {"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08", "p: 422 validation_failed phoneNumber=invalid_phone
    /user/addresses {}: 422 validation_failed title=required type=required cityId=required street=required building=required isDefault=required
    /user/addresses {"title": "Ev", "type": "castle"}: 422 validation_failed type=unknown_value
    /user/addresses {"title": "Ev", "type": "home", "cityId": 999999, "street": "Nizami", : 422 validation_failed cityId=unknown_value postcode=invalid_postcode
    /user/addresses {"cityId": "Baku"}: 422 validation_failed cityId=wrong_type
    /product/1/reviews {}: 422 validation_failed rating=required text=required
    /product/1/reviews {"rating": 6, "text": "short"}: 422 validation_failed rating=out_of_range text=too_short
    /product/1/reviews {"rating": 4.5, "text": "Çox gözəl hədiyyə oldu."}: 422 validation_failed rating=wrong_type
    /product/1/reviews {"rating": 5, "text": "          "}: 422 validation_failed text=required
    /product/1/reviews {"rating": 5, "text": "Gözəl \u0000 hədiyyə"}: 422 validation_failed text=invalid_characters
    /product/999999999/reviews {"rating": 5, "text": "Çox gözəl hədiyyə oldu."}: 404 product_not_found
    /product/no-such-product/reviews {"rating": 5, "text": "Çox gözəl hədiyyə oldu."}: 404 product_not_found
    /review/1/reply {}: 422 validation_failed text=required
    /review/999999999/reply {"text": "Təşəkkür edirik!"}: 404 review_not_found
    /review/x/reply {"text": "Təşəkkür edirik!"}: 404 review_not_found
    /list {}: 422 validation_failed name=required
    /list {"name": 7}: 422 validation_failed name=wrong_type
    /list/1/products {"productId": "one"}: 422 validation_failed productId=wrong_type
    /product/search/opened {}: 422 validation_failed searchId=required productId=required place=required
    /product/search/opened {"searchId": 5}: 422 validation_failed searchId=wrong_type
    /product/search/opened {"searchId": "x", "productId": -1, "place": 0}: 200
    /order {}: 422 validation_failed quote=required addressId=required recipientType=required paymentMethod=required
    /order {"quote": 7}: 422 validation_failed quote=wrong_type
    /order {"quote": "x", "addressId": 1, "recipientType": "neighbour"}: 422 validation_failed recipientType=unknown_value
    /order {"quote": "x", "addressId": 1, "recipientType": "other", "paymentMetho: 422 validation_failed recipient.firstName=required recipient.lastName=required recipient.phoneNumber=required
    /order {"quote": "x", "addressId": -1, "recipientType": "other", "recipient":: 422 validation_failed addressId=invalid recipient.firstName=required recipient.lastName=required recipient.phoneNumber=invalid_phone
    /order {"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod: 422 validation_failed paymentMethod=unknown_value
    /order {"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod: 422 validation_failed months=unknown_value
    /order {"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod: 422 validation_failed note=invalid_characters
    /order {"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod: 422 validation_failed months=wrong_type
    /order {"quote": "x", "addressId": 1, "recipientType": "self", "paymentMethod: 422 validation_failed promoCode=too_short
    /order/no-code/cancel {}: 404 order_not_found
    /order/SQ-0000-00/pay {"paymentMethod": "barter"}: 422 validation_failed paymentMethod=unknown_value
    /order/SQ-0000-00/refund {"reason": 5}: 422 validation_failed reason=wrong_type
    /order/SQ-0000-00/refund {"reason": "x", "lines": [{"lineId": "one"}]}: 422 validation_failed lines[0].lineId=wrong_type
    /order/%00/reorder {}: 404 not_found
    /order/check {"paymentMethod": "barter"}: 422 validation_failed paymentMethod=unknown_value
    /order/check {"paymentMethod": "installment"}: 422 validation_failed months=required
    /order/check {"promoCode": "abc"}: 422 validation_failed promoCode=too_short
    /influencer/apply {}: 422 validation_failed about=required
    /influencer/apply {"about": "Hədiyyələr haqqında yazıram və yaşayıram.", "instagram": "j: 422 validation_failed instagram=invalid_link youtube=invalid_link tiktok=invalid_link
    /user/update {"firstName": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: 422 validation_failed firstName=too_long lastName=too_long
    "#);
}

#[sqlx::test(migrations = false)]
async fn invalid_ids_are_not_found(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, operator) = (shop.token().await, shop.operator().await);
    for id in ["0", "-1", "x", "99999999999999999999", "%00"] {
        let path = format!("/user/addresses/{id}");
        let expected = if id == "%00" { "404 not_found" } else { "404 address_not_found" };
        assert_eq!(result_of(&shop, &token, Method::PUT, &path, ADDRESS).await, expected, "{id}");
        assert_eq!(result_of(&shop, &token, Method::DELETE, &path, "").await, expected, "{id}");
    }
    for path in [
        "/admin/influencers?status=banana",
        "/admin/influencers?page=two",
        "/admin/orders?status=banana",
        "/admin/orders?paymentStatus=lent",
        "/admin/orders?since=yesterday",
        "/admin/orders?storeId=x",
        "/admin/refunds?status=banana",
        "/delivery/slots?cityId=Baku",
        "/delivery/earliest?cityId=Baku",
        "/payment/plans?amount=1.5",
    ] {
        let response = result_of(&shop, &operator, Method::GET, path, "").await;
        assert!(response.starts_with("422 validation_failed "), "{path}: {response}");
    }
    let without_token = result_of(&shop, &token, Method::GET, "/auth/password/forget/verify", "").await;
    assert!(without_token.starts_with("422"), "{without_token}");
    for body in [r#"{"id": "one"}"#, r#"{"id": 1.5}"#, r#"{"id": 99999999999999999999}"#] {
        let response = result_of(&shop, &token, Method::DELETE, "/user/family/remove", body).await;
        assert_eq!(response, "422 validation_failed id=wrong_type", "{body}");
    }
}
