//! Payments: test cards, pages and refunds. Each payment is for 30.75 AZN.

use serde_json::json;

use crate::shop::{CARD_WITH_CONFIRMATION, CARD_WITHOUT_FUNDS, GOOD_CARD, SILENT_CARD, TestShop, order, refusal};

#[tokio::test]
async fn an_approved_card_pays_and_redirects_to_the_shop() {
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    let page = shop.get(&format!("/pay/{transaction}")).await;
    assert_eq!(page.status, 200);
    // The description of `order` is escaped.
    for part in ["30.75 AZN", "Order &lt;SQ&gt;", r#"lang="en""#, r#"<label for="number">"#, "Sandbox bank"] {
        assert!(page.text.contains(part), "{part} is not on the page");
    }
    let redirect = shop.pay(&transaction, GOOD_CARD).await;
    assert_eq!((redirect.status, redirect.location.as_str()), (303, "http://shop.test/good"));
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 success 30.75"]);
    let response = shop.call("get-status", json!({ "transaction": transaction })).await;
    assert_eq!((&response["status"], &response["card_mask"]), (&json!("success"), &json!("411111******1111")));
}

#[tokio::test]
async fn a_repeated_submission_pays_once() {
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    shop.pay(&transaction, GOOD_CARD).await;
    let second = shop.pay(&transaction, CARD_WITHOUT_FUNDS).await;
    assert!(second.text.contains("settled already"), "{second:?}");
    assert!(second.text.contains("http://shop.test/good"), "{second:?}");
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 success 30.75"]);
}

#[tokio::test]
async fn a_declined_card_fails_with_its_decline_code() {
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    let redirect = shop.pay(&transaction, CARD_WITHOUT_FUNDS).await;
    assert_eq!((redirect.status, redirect.location.as_str()), (303, "http://shop.test/bad"));
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 failed 30.75"]);
    // Like ePoint, get-status says "error" where callbacks say "failed".
    let response = shop.call("get-status", json!({ "transaction": transaction })).await;
    assert_eq!(
        (&response["status"], &response["code"], &response["transaction"]),
        (&json!("error"), &json!("116"), &json!(transaction))
    );
}

#[tokio::test]
async fn a_card_with_confirmation_asks_for_the_code_first() {
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    let response = shop.pay(&transaction, CARD_WITH_CONFIRMATION).await;
    assert_eq!(response.location, format!("/pay/{transaction}/code"));
    // The page shows the code.
    assert!(shop.get(&response.location).await.text.contains("1234"));
    let code_page = format!("{transaction}/code");
    let wrong = shop.submit(&code_page, &[("action", "pay"), ("code", "9999")]).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.text.contains(r#"aria-invalid="true""#));
    let right = shop.submit(&code_page, &[("action", "pay"), ("code", "1234")]).await;
    assert_eq!(right.location, "http://shop.test/good");
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 success 30.75"]);
}

#[tokio::test]
async fn invalid_fields_are_marked() {
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    let page =
        shop.submit(&transaction, &[("action", "pay"), ("number", "41"), ("expiry", "13/30"), ("cvv", "")]).await;
    assert_eq!(page.status, 422);
    for field in ["number-bad", "expiry-bad", "cvv-bad"] {
        assert!(page.text.contains(field), "{field}");
    }
}

#[tokio::test]
async fn a_silent_card_shows_that_the_bank_does_not_answer() {
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    let silent = shop.pay(&transaction, SILENT_CARD).await;
    assert!(silent.text.contains("does not answer"), "{silent:?}");
    shop.assert_no_callbacks().await;
}

#[tokio::test]
async fn a_cancelled_payment_fails() {
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    let cancelled = shop.submit(&transaction, &[("action", "cancel")]).await;
    assert_eq!(cancelled.location, "http://shop.test/bad");
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 failed 30.75"]);
}

#[tokio::test]
async fn refunds_can_be_partial_and_never_exceed_the_payment() {
    const ALL_THAT_IS_LEFT: Option<&str> = None;
    let shop = TestShop::start().await;
    let transaction = shop.order("order-1").await;
    let too_much = "907 the amount exceeds the rest of the payment";
    let reverse = |amount: Option<&str>| {
        shop.call("reverse", json!({ "transaction": transaction, "currency": "AZN", "amount": amount }))
    };
    assert_eq!(refusal(&reverse(Some("1.00")).await), "906 the payment is not paid");
    shop.pay(&transaction, GOOD_CARD).await;
    assert_eq!(reverse(Some("10.00")).await["status"], "success");
    // After the first refund, 20.75 are left.
    assert_eq!(refusal(&reverse(Some("20.76")).await), too_much);
    assert_eq!(reverse(ALL_THAT_IS_LEFT).await["status"], "success");
    assert_eq!(refusal(&reverse(ALL_THAT_IS_LEFT).await), too_much);
    let response = shop.call("get-status", json!({ "transaction": transaction })).await;
    assert_eq!((&response["status"], &response["amount"]), (&json!("returned"), &json!("30.75")));
    let callbacks = shop.wait_for_callbacks(3).await;
    assert_eq!(callbacks, ["order-1 success 30.75", "order-1 returned 10.00", "order-1 returned 30.75"]);
}

#[tokio::test]
async fn only_offered_instalments_are_accepted() {
    let shop = TestShop::start().await;
    let offers = shop.call("get-installment-request", order("order-1")).await;
    let card = &offers[0]["installment_card_id"];
    assert_eq!(offers[0]["installment_months"], json!([3, 6, 12, 18, 24]));
    let request = |months: i64| {
        let mut payload = order("order-1");
        payload["installment_card_id"] = card.clone();
        payload["installment_month"] = json!(months);
        shop.call("installment-request", payload)
    };
    assert_eq!(refusal(&request(7).await), "119 unknown instalment plan");
    let created = request(6).await;
    let page = shop.get(&format!("/pay/{}", created["transaction"].as_str().unwrap())).await;
    assert!(page.text.contains("6 monthly instalments"), "{page:?}");
}

#[tokio::test]
async fn invalid_calls_are_refused() {
    let shop = TestShop::start().await;
    let forged = shop.call_signed("request", order("order-1"), "another key").await;
    assert_eq!(refusal(&forged), "901 invalid signature");
    shop.order("order-1").await;
    assert_eq!(refusal(&shop.call("request", order("order-1")).await), "905 order_id was used before");
    let mut invalid = order("order-2");
    invalid["amount"] = json!("-5");
    assert_eq!(refusal(&shop.call("request", invalid).await), "903 invalid amount");
    let unknown = shop.call("get-status", json!({ "transaction": "te1" })).await;
    assert_eq!(refusal(&unknown), "908 unknown transaction");
    assert_eq!(refusal(&shop.call("wallet", json!({})).await), "904 unknown call");
    assert_eq!(shop.get("/pay/te1").await.status, 404);
}

#[tokio::test]
async fn the_heartbeat_is_ok() {
    let shop = TestShop::start().await;
    assert!(shop.get("/heartbeat").await.text.contains("ok"));
}
