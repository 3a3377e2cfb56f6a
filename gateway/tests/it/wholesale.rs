//! A company requests a price, an operator quotes one, and the company accepts and pays. It needs no account, because
//! mailed links contain a token.

use reqwest::{Method, header};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    response::TestResponse,
    test_shop::{TestShop, send, text},
};

const MAILBOX: &str = "topdan@xezer.example";

async fn post_with_key(shop: &TestShop, path: &str, key: &str, body: &Value) -> TestResponse {
    let request = shop.request(Method::POST, &format!("/api/v1{path}"));
    send(request.header("idempotency-key", key).json(body)).await
}

fn request_form(product: &Value) -> Value {
    json!({
        "companyName": "Xəzər Treyd MMC",
        "voen": "1234567890",
        "name": "Aygün Əliyeva",
        "phoneNumber": "050 123 45 67",
        "email": MAILBOX,
        "lines": [{"productId": product["id"], "count": 2}],
        "note": "Loqo ilə",
    })
}

/// Two units at 20 manat, and 5 manat for the delivery.
async fn quote_4500(shop: &TestShop, operator: &str, code: &str, product: &Value) {
    let quote = json!({
        "lines": [{"productId": product["id"], "count": 2, "unitPrice": 2000}],
        "validUntil": shop.clock.now() + chrono::TimeDelta::days(3),
        "deliveryFee": 500,
        "deliveryTerms": "Üç iş günü",
    });
    let quoted = shop.post_as(operator, &format!("/api/v1/admin/wholesale/{code}/quote"), &quote).await.data();
    assert_eq!(quoted["quote"]["total"], 4500);
}

#[sqlx::test(migrations = false)]
async fn a_guest_requests_and_accepts_a_quote_and_pays_by_transfer(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let product = shop.any_product().await;
    let response = post_with_key(&shop, "/wholesale", "wholesale-1", &request_form(&product)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let created = response.json()["data"].clone();
    assert_eq!(
        post_with_key(&shop, "/wholesale", "wholesale-1", &request_form(&product)).await.json()["data"],
        created
    );
    let (code, token) = (text(&created["code"]).to_owned(), text(&created["token"]).to_owned());
    let page = format!("/api/v1/wholesale/{code}?token={token}");
    assert_eq!(shop.get(&page).await.data()["status"], "requested");
    assert_eq!(shop.get(&format!("/api/v1/wholesale/{code}?token=wrong")).await.status, 404);

    let list = shop.get_as(&operator, "/api/v1/admin/wholesale?status=requested&text=treyd").await.data();
    assert_eq!(list[0]["code"], created["code"]);
    quote_4500(&shop, &operator, &code, &product).await;
    let file = shop.get(&format!("/api/v1/wholesale/{code}/quote.pdf?token={token}")).await;
    assert_eq!((file.status, file.header("content-type")), (200, "application/pdf"));

    let acceptance = json!({
        "token": token,
        "version": 1,
        "paymentMethod": "transfer",
        "address": {"city": "Bakı", "street": "Nizami", "building": "10", "postcode": "1010"},
    });
    let accept = format!("/wholesale/{code}/accept");
    let accepted = post_with_key(&shop, &accept, "wholesale-2", &acceptance).await.data();
    assert_eq!(accepted["request"]["status"], "accepted");
    assert_eq!(post_with_key(&shop, &accept, "wholesale-3", &acceptance).await.problem(), "409 wholesale_accepted");
    assert_eq!(shop.get(&format!("/api/v1/wholesale/{code}/invoice.pdf?token={token}")).await.status, 200);

    let transfer = json!({"direction": "in", "amount": 4500, "reference": "B-1", "date": "2020-01-01"});
    let paid = shop.post_as(&operator, &format!("/api/v1/admin/wholesale/{code}/transfers"), &transfer).await.data();
    assert_eq!(paid["status"], "paid");
    assert_eq!(paid["invoice"]["due"], 0);
    // One mail each when received, quoted, accepted and paid.
    let mails = shop.sent_to(MAILBOX, 4).await;
    assert!(mails.iter().any(|mail| mail.contains(&format!("/topdan-satis/{code}?token={token}"))), "{mails:?}");
}

#[sqlx::test(migrations = false)]
async fn invalid_requests_are_refused_in_the_callers_language(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let product = shop.any_product().await;
    let mut wrong = request_form(&product);
    // A tax number (VÖEN) has ten digits.
    wrong["voen"] = json!("123456789");
    wrong["lines"][0]["count"] = json!(0);
    let request = shop.request(Method::POST, "/api/v1/wholesale").header("idempotency-key", "wholesale-1");
    let response = send(request.header(header::ACCEPT_LANGUAGE, "ru").json(&wrong)).await;
    assert_eq!(response.status, 422);
    let errors = response.json()["errors"].clone();
    assert_eq!(errors[0]["field"], "voen");
    assert_eq!(errors[1]["field"], "lines[0].count");
    assert!(text(&errors[0]["message"]).chars().any(|letter| ('а'..='я').contains(&letter)), "{errors}");
    let keyless = send(shop.request(Method::POST, "/api/v1/wholesale").json(&request_form(&product))).await;
    assert_eq!(keyless.problem(), "422 validation_failed Idempotency-Key=required");
    assert_eq!(shop.get("/api/v1/admin/wholesale").await.status, 401);
}
