//! Payouts: one per order id, and every kind of misbehaviour.

use serde_json::{Value, json};

use crate::shop::TestShop;

fn payout(order_id: &str, card: &str) -> Value {
    json!({ "order_id": order_id, "amount": "50.00", "currency": "AZN", "card_number": card, "description": "Sovqat" })
}

/// Returns the bank's payouts as texts: `CO-1 success 50.00`.
async fn books(shop: &TestShop) -> Vec<String> {
    let books: Value = serde_json::from_str(&shop.get("/sandbox/payouts").await.text).expect("JSON");
    let mut words: Vec<_> = books["payouts"].as_array().expect("a list").iter().map(in_words).collect();
    words.sort_unstable();
    words
}

fn in_words(payout: &Value) -> String {
    let text = |name: &str| payout[name].as_str().unwrap_or_default();
    format!("{} {} {}", text("order_id"), text("status"), text("amount"))
}

#[tokio::test]
async fn a_card_is_paid_once_for_each_order_id() {
    let shop = TestShop::start(None).await;
    let paid = shop.call("payout", payout("CO-1", "4169738812345670")).await;
    assert_eq!(in_words(&paid), "CO-1 success 50.00");
    assert_eq!(paid["card_mask"], "416973******5670");
    assert_eq!(shop.call("payout", payout("CO-1", "4169738812345670")).await["code"], "905");
    assert_eq!(shop.call("get-status", json!({ "transaction": paid["transaction"] })).await["status"], "success");
    assert_eq!(books(&shop).await, ["CO-1 success 50.00"]);
    assert_eq!(shop.hears(1).await, ["CO-1 success 50.00"]);
}

#[tokio::test]
async fn a_card_without_that_right_is_declined_and_nothing_is_paid() {
    let shop = TestShop::start(None).await;
    let declined = shop.call("payout", payout("CO-1", "4000000000000119")).await;
    assert_eq!((declined["status"].as_str(), declined["code"].as_str()), (Some("failed"), Some("119")));
    let asked = shop.call("get-status", json!({ "transaction": declined["transaction"] })).await;
    assert_eq!((asked["status"].as_str(), asked["code"].as_str()), (Some("error"), Some("119")));
    for wrong in
        [payout("CO-2", "4169"), json!({ "order_id": "CO-2", "amount": "0", "currency": "AZN" }), payout("", "")]
    {
        assert!(shop.call("payout", wrong).await["transaction"].is_null());
    }
    assert_eq!(books(&shop).await, ["CO-1 failed 50.00"]);
}

#[tokio::test]
async fn it_misbehaves_when_it_is_told_to() {
    let shop = TestShop::start(None).await;
    for (at, (kind, books_say, calls)) in [
        ("lost", Some("success 50.00"), 1),
        ("silent", None, 0),
        ("wrong_amount", Some("success 51.00"), 1),
        ("misstated", Some("success 50.00"), 1),
        ("duplicate", Some("success 50.00"), 2),
        ("drop", Some("success 50.00"), 0),
    ]
    .into_iter()
    .enumerate()
    {
        let order_id = format!("CO-{at}");
        let heard = shop.heard().len();
        shop.misbehaves(json!({ "kind": kind, "is_payout": true })).await;
        let page = shop.call_page("payout", payout(&order_id, "4169738812345670")).await;
        assert_eq!(page.status == 504, matches!(kind, "lost" | "silent"), "{kind}");
        if kind == "misstated" {
            assert!(page.text.contains("51.00"), "{}", page.text);
        }
        let known: Vec<_> = books(&shop).await.into_iter().filter(|words| words.starts_with(&order_id)).collect();
        assert_eq!(
            known,
            books_say.map(|words| format!("{order_id} {words}")).into_iter().collect::<Vec<_>>(),
            "{kind}"
        );
        assert_eq!(shop.hears(heard + calls).await.len(), heard + calls, "{kind}");
    }
}

#[tokio::test]
async fn a_late_verdict_is_new_at_first_and_called_back_later() {
    let shop = TestShop::start(None).await;
    shop.misbehaves(json!({ "kind": "late", "is_payout": true })).await;
    let answer = shop.call("payout", payout("CO-1", "4169738812345670")).await;
    assert_eq!(answer["status"], "new");
    assert_eq!(shop.hears(1).await, ["CO-1 success 50.00"]);
    assert_eq!(books(&shop).await, ["CO-1 success 50.00"]);
}
