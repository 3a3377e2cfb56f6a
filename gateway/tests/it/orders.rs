//! The gateway's order routes with a scripted order service: which requests reach it, and with which idempotency keys.

use proto::{
    json::from_name,
    order::{CartChange, PaymentMethod, RecipientType, RefundGround, RefundLine},
};
use reqwest::{Method, header};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    scripted_orders::ORDER,
    second_gateway::SecondGateway,
    test_shop::{TestShop, send},
};

fn form() -> Value {
    json!({
        "quote": "a signed quote", "addressId": 7, "recipientType": "other",
        "recipient": {"firstName": "Gülnarə", "lastName": "Əliyeva", "phoneNumber": "+994501234567"},
        "dateTime": "2026-11-28T10", "cardText": "Ad günün mübarək!", "paymentMethod": "installment", "months": 6,
        "idempotencyKey": "a key belongs into the header",
    })
}

#[sqlx::test(migrations = false)]
async fn order_payment_and_refund_pass_the_idempotency_key_on(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (gateway, token) = (SecondGateway::start(&shop).await, shop.token().await);
    let response = gateway.post_as(&token, "/api/v1/order", &form()).await;
    assert_eq!((response.status, response.header("cache-control")), (201, "private, no-store"), "{}", response.text);
    let data = response.json()["data"].clone();
    assert_eq!(data["order"]["code"], ORDER);
    assert_eq!(data["order"]["status"], "waiting");
    assert_eq!(data["payment"], json!({"status": "pending", "redirectUrl": "https://bank.example/pay/7"}));
    let placed = gateway.orders.placed().remove(0);
    assert_eq!(placed.idempotency_key, "key-of-a-test");
    assert_eq!((placed.quote.as_str(), placed.address_id, placed.months), ("a signed quote", 7, Some(6)));
    assert_eq!(Some(placed.payment_method()), from_name::<PaymentMethod>("installment"));
    assert_eq!(Some(placed.recipient_type()), from_name::<RecipientType>("other"));
    assert_eq!(placed.recipient.unwrap().first_name, "Gülnarə");
    assert_eq!((placed.delivery_slot.as_deref(), placed.note), (Some("2026-11-28T10"), None));
    assert_eq!(placed.card_text.as_deref(), Some("Ad günün mübarək!"));

    let paying = gateway.post_as(&token, "/api/v1/order/SQ-7K4M-29/pay", &json!({"paymentMethod": "card"})).await;
    assert_eq!(paying.data()["payment"]["status"], "pending");
    let paid = gateway.orders.paid().remove(0);
    assert_eq!((paid.code.as_str(), paid.idempotency_key.as_str()), (ORDER, "key-of-a-test"));

    let refund_form = json!({"ground": "faulty", "reason": "Gec çatdı", "lines": [{"lineId": 3, "count": 2}]});
    gateway.post_as(&token, "/api/v1/order/SQ-7K4M-29/refund", &refund_form).await.data();
    let refund = gateway.orders.refunds().remove(0);
    assert_eq!((refund.code.as_str(), refund.idempotency_key.as_str()), (ORDER, "key-of-a-test"));
    assert_eq!(refund.lines, [RefundLine { line_id: 3, count: 2 }]);
    assert_eq!(refund.ground(), RefundGround::Faulty);
}

#[sqlx::test(migrations = false)]
async fn requests_without_a_valid_idempotency_key_are_refused(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (gateway, token) = (SecondGateway::start(&shop).await, shop.token().await);
    for path in ["/api/v1/order", "/api/v1/order/SQ-7K4M-29/pay", "/api/v1/order/SQ-7K4M-29/refund"] {
        let request = || gateway.request(Method::POST, path).bearer_auth(&token).json(&form());
        assert_eq!(send(request()).await.problem(), "422 validation_failed Idempotency-Key=required", "{path}");
        let with_spaces = request().header("idempotency-key", "more than one word");
        assert_eq!(
            send(with_spaces).await.problem(),
            "422 validation_failed Idempotency-Key=invalid_characters",
            "{path}"
        );
        let short = request().header("idempotency-key", "order-7");
        assert_eq!(send(short).await.problem(), "422 validation_failed Idempotency-Key=too_short", "{path}");
        let long = request().header("idempotency-key", "k".repeat(129));
        assert_eq!(send(long).await.problem(), "422 validation_failed Idempotency-Key=too_long", "{path}");
    }
    assert!(gateway.orders.placed().is_empty());
    assert!(gateway.orders.paid().is_empty());
    assert!(gateway.orders.refunds().is_empty());
}

#[sqlx::test(migrations = false)]
async fn a_changed_cart_returns_409_with_the_changes(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (gateway, token) = (SecondGateway::start(&shop).await, shop.token().await);
    let price =
        CartChange { code: "price".into(), product_id: Some(5), size_id: None, was: Some(1990), is: Some(2490) };
    let total = CartChange { code: "total".into(), was: Some(1990), is: Some(2490), ..CartChange::default() };
    gateway.orders.change_carts(&[price, total]);
    let response = gateway.post_as(&token, "/api/v1/order", &form()).await;
    assert_eq!(response.problem(), "409 cart_changed");
    let expected =
        json!([{"code": "price", "productId": 5, "was": 1990, "is": 2490}, {"code": "total", "was": 1990, "is": 2490}]);
    assert_eq!(response.json()["changes"], expected);
}

#[sqlx::test(migrations = false)]
async fn payment_callbacks_are_passed_on_unchanged(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    // Behind a trusted proxy, tests choose the bank's address.
    let flags = ["--limit-callbacks", "4/1h", "--limit-writes", "1/1h", "--trusted-proxies", "1"];
    let gateway = SecondGateway::start_with(&shop, &flags).await;
    let send_callback = |provider: &str, kind: &str, body: Vec<u8>| {
        let request = gateway.request(Method::POST, &format!("/api/v1/payment/callback/{provider}"));
        let request = request.header("x-forwarded-for", "198.51.100.7").header(header::CONTENT_TYPE, kind);
        // Some banks send their own `Authorization` header.
        send(request.header(header::AUTHORIZATION, "their-own").body(body))
    };
    let form = b"data=eyJ9&signature=A1op%2ByE".to_vec();
    for _ in 0..2 {
        let response = send_callback("epoint", "application/x-www-form-urlencoded", form.clone()).await;
        assert_eq!(response.data(), json!({}));
        assert_eq!(response.header("cache-control"), "private, no-store");
    }
    // The longest accepted callback.
    let binary_body = vec![0xff; 64 * 1024];
    send_callback("payriff", "application/json", binary_body.clone()).await.data();
    let callbacks: Vec<_> = gateway.orders.callbacks().into_iter().map(|call| (call.provider, call.body)).collect();
    let (epoint, payriff) = (("epoint".to_owned(), form), ("payriff".to_owned(), binary_body));
    assert_eq!(callbacks, [epoint.clone(), epoint, payriff]);

    let too_long = send_callback("epoint", "application/json", vec![b'x'; 64 * 1024 + 1]).await;
    assert_eq!(too_long.problem(), "413 payload_too_large");
    let too_many = send_callback("epoint", "application/json", Vec::new()).await;
    assert_eq!(too_many.problem(), "429 too_many_requests", "callbacks have their own budget");
    assert_eq!(gateway.orders.callbacks().len(), 3);
}

#[sqlx::test(migrations = false)]
async fn payment_plans_are_public_and_not_cached(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let gateway = SecondGateway::start(&shop).await;
    let response = send(gateway.request(Method::GET, "/api/v1/payment/plans?amount=9000")).await;
    assert_eq!(response.header("cache-control"), "private, no-store");
    assert_eq!(response.data()[0], json!({"months": 3, "monthly": 3000, "total": 9000}));
}
