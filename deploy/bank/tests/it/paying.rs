//! Payments: results of cards, callbacks and refunds.

use serde_json::json;

use crate::shop::{GOOD_CARD, TestShop, order};

#[tokio::test]
async fn a_good_card_pays_and_leads_back_to_the_shop() {
    let shop = TestShop::start(None).await;
    let transaction = shop.order("order-1").await;
    let page = shop.get(&format!("/pay/{transaction}")).await;
    assert_eq!(page.status, 200);
    for part in ["30.75 AZN", "Order &lt;SQ&gt;", r#"lang="en""#, r#"<label for="number">"#, "Sandbox bank"] {
        assert!(page.text.contains(part), "{part} is not on the page");
    }
    let back = shop.pays(&transaction, GOOD_CARD).await;
    assert_eq!((back.status, back.location.as_str()), (303, "http://shop.test/good"));
    assert_eq!(shop.hears(1).await, ["order-1 success 30.75"]);
    let told = shop.call("get-status", json!({ "transaction": transaction })).await;
    assert_eq!((&told["status"], &told["card_mask"]), (&json!("success"), &json!("411111******1111")));
}

#[tokio::test]
async fn who_presses_twice_pays_once() {
    let shop = TestShop::start(None).await;
    let transaction = shop.order("order-1").await;
    shop.pays(&transaction, GOOD_CARD).await;
    let again = shop.pays(&transaction, "4000 0000 0000 0116").await;
    assert!(again.text.contains("settled already") && again.text.contains("http://shop.test/good"), "{again:?}");
    assert_eq!(shop.hears(1).await, ["order-1 success 30.75"]);
}

#[tokio::test]
async fn a_bad_card_is_declined_with_its_code() {
    let shop = TestShop::start(None).await;
    let transaction = shop.order("order-1").await;
    let back = shop.pays(&transaction, "4000 0000 0000 0116").await;
    assert_eq!((back.status, back.location.as_str()), (303, "http://shop.test/bad"));
    assert_eq!(shop.hears(1).await, ["order-1 failed 30.75"]);
    let told = shop.call("get-status", json!({ "transaction": transaction })).await;
    assert_eq!(
        (&told["status"], &told["code"], &told["transaction"]),
        (&json!("error"), &json!("116"), &json!(transaction))
    );
}

#[tokio::test]
async fn a_code_is_asked_for_first() {
    let shop = TestShop::start(None).await;
    let transaction = shop.order("order-1").await;
    let asked = shop.pays(&transaction, "4000 0000 0000 3220").await;
    assert_eq!(asked.location, format!("/pay/{transaction}/code"));
    assert!(shop.get(&asked.location).await.text.contains("1234"));
    let code = format!("{transaction}/code");
    let wrong = shop.types(&code, &[("action", "pay"), ("code", "9999")]).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.text.contains(r#"aria-invalid="true""#));
    let right = shop.types(&code, &[("action", "pay"), ("code", "1234")]).await;
    assert_eq!(right.location, "http://shop.test/good");
    assert_eq!(shop.hears(1).await, ["order-1 success 30.75"]);
}

#[tokio::test]
async fn mistakes_stand_beside_their_fields() {
    let shop = TestShop::start(None).await;
    let transaction = shop.order("order-1").await;
    let page = shop.types(&transaction, &[("action", "pay"), ("number", "41"), ("expiry", "13/30"), ("cvv", "")]).await;
    assert_eq!(page.status, 422);
    for field in ["number-bad", "expiry-bad", "cvv-bad"] {
        assert!(page.text.contains(field), "{field}");
    }
    let silent = shop.pays(&transaction, "4000 0000 0000 9999").await;
    assert!(silent.text.contains("does not answer"), "{silent:?}");
    let gone = shop.types(&transaction, &[("action", "cancel")]).await;
    assert_eq!(gone.location, "http://shop.test/bad");
    assert_eq!(shop.hears(1).await, ["order-1 failed 30.75"]);
}

#[tokio::test]
async fn money_goes_back_in_parts_and_never_more_than_there_was() {
    let shop = TestShop::start(None).await;
    let transaction = shop.order("order-1").await;
    let reverse = |amount: &str| {
        let amount = (!amount.is_empty()).then_some(amount);
        shop.call("reverse", json!({ "transaction": transaction, "currency": "AZN", "amount": amount }))
    };
    assert_eq!(reverse("1.00").await["code"], "906");
    shop.pays(&transaction, GOOD_CARD).await;
    assert_eq!(reverse("10.00").await["status"], "success");
    assert_eq!(reverse("20.76").await["code"], "907");
    assert_eq!(reverse("").await["status"], "success");
    assert_eq!(reverse("").await["code"], "907");
    let told = shop.call("get-status", json!({ "transaction": transaction })).await;
    assert_eq!((&told["status"], &told["amount"]), (&json!("returned"), &json!("30.75")));
    let heard = shop.hears(3).await;
    assert_eq!(heard, ["order-1 success 30.75", "order-1 returned 10.00", "order-1 returned 30.75"]);
}

#[tokio::test]
async fn instalments_are_offered_and_kept_to() {
    let shop = TestShop::start(None).await;
    let offers = shop.call("get-installment-request", order("order-1")).await;
    let card = &offers[0]["installment_card_id"];
    assert_eq!(offers[0]["installment_months"], json!([3, 6, 12, 18, 24]));
    let ask = |months: i64| {
        let mut payload = order("order-1");
        payload["installment_card_id"] = card.clone();
        payload["installment_month"] = json!(months);
        shop.call("installment-request", payload)
    };
    assert_eq!(ask(7).await["code"], "119");
    let created = ask(6).await;
    let page = shop.get(&format!("/pay/{}", created["transaction"].as_str().unwrap())).await;
    assert!(page.text.contains("6 monthly instalments"), "{page:?}");
}

#[tokio::test]
async fn what_is_forged_or_wrong_is_refused() {
    let shop = TestShop::start(None).await;
    assert_eq!(shop.call_signed("request", order("order-1"), "another key").await["code"], "901");
    shop.order("order-1").await;
    assert_eq!(shop.call("request", order("order-1")).await["code"], "905");
    let mut nonsense = order("order-2");
    nonsense["amount"] = json!("-5");
    assert_eq!(shop.call("request", nonsense).await["code"], "903");
    assert_eq!(shop.call("get-status", json!({ "transaction": "te1" })).await["code"], "908");
    assert_eq!(shop.call("wallet", json!({})).await["code"], "904");
    assert_eq!(shop.get("/pay/te1").await.status, 404);
    assert!(shop.get("/heartbeat").await.text.contains("ok"));
}
