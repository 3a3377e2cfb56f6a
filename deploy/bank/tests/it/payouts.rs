//! Payouts: one for each order id, and every kind of misbehaviour.

use serde_json::{Value, json};

use crate::shop::{TestShop, refusal};

/// No test card, so payouts to it succeed.
const CARD: &str = "4169738812345670";

fn payout(order_id: &str, card: &str) -> Value {
    json!({ "order_id": order_id, "amount": "50.00", "currency": "AZN", "card_number": card, "description": "Sovqat" })
}

async fn payouts(shop: &TestShop) -> Vec<String> {
    let payouts: Value = serde_json::from_str(&shop.get("/sandbox/payouts").await.text).expect("the list is JSON");
    let mut texts: Vec<_> =
        payouts["payouts"].as_array().expect("the payouts are a list").iter().map(summary).collect();
    texts.sort_unstable();
    texts
}

/// Returns the shop's id, the status and the amount: `CO-1 success 50.00`.
fn summary(payout: &Value) -> String {
    let text = |name: &str| payout[name].as_str().unwrap_or_default();
    format!("{} {} {}", text("order_id"), text("status"), text("amount"))
}

#[tokio::test]
async fn a_card_is_paid_once_for_each_order_id() {
    let shop = TestShop::start().await;
    let paid = shop.call("payout", payout("CO-1", CARD)).await;
    assert_eq!(summary(&paid), "CO-1 success 50.00");
    assert_eq!(paid["card_mask"], "416973******5670");
    let repeated = shop.call("payout", payout("CO-1", CARD)).await;
    assert_eq!(refusal(&repeated), "905 order_id was used before");
    assert_eq!(shop.call("get-status", json!({ "transaction": paid["transaction"] })).await["status"], "success");
    assert_eq!(payouts(&shop).await, ["CO-1 success 50.00"]);
    assert_eq!(shop.wait_for_callbacks(1).await, ["CO-1 success 50.00"]);
}

#[tokio::test]
async fn a_declined_card_gets_no_payout() {
    let shop = TestShop::start().await;
    // The last three digits are the decline code.
    let declined = shop.call("payout", payout("CO-1", "4000000000000119")).await;
    assert_eq!((declined["status"].as_str(), declined["code"].as_str()), (Some("failed"), Some("119")));
    let response = shop.call("get-status", json!({ "transaction": declined["transaction"] })).await;
    assert_eq!((response["status"].as_str(), response["code"].as_str()), (Some("error"), Some("119")));
    for invalid in
        [payout("CO-2", "4169"), json!({ "order_id": "CO-2", "amount": "0", "currency": "AZN" }), payout("", "")]
    {
        let refused = shop.call("payout", invalid).await;
        assert!(refused["transaction"].is_null(), "{refused}");
    }
    assert_eq!(payouts(&shop).await, ["CO-1 failed 50.00"]);
}

struct MisbehaviourCase {
    kind: &'static str,
    /// Status and amount of the payout that the bank makes.
    payout: Option<&'static str>,
    callback_count: usize,
}

const MISBEHAVIOUR_CASES: [MisbehaviourCase; 6] = [
    MisbehaviourCase { kind: "lost", payout: Some("success 50.00"), callback_count: 1 },
    MisbehaviourCase { kind: "silent", payout: None, callback_count: 0 },
    MisbehaviourCase { kind: "wrong_amount", payout: Some("success 51.00"), callback_count: 1 },
    MisbehaviourCase { kind: "misstated", payout: Some("success 50.00"), callback_count: 1 },
    MisbehaviourCase { kind: "duplicate", payout: Some("success 50.00"), callback_count: 2 },
    MisbehaviourCase { kind: "drop", payout: Some("success 50.00"), callback_count: 0 },
];

#[tokio::test]
async fn requested_misbehaviour_of_payouts_happens() {
    let shop = TestShop::start().await;
    for (index, MisbehaviourCase { kind, payout: expected, callback_count }) in
        MISBEHAVIOUR_CASES.into_iter().enumerate()
    {
        let order_id = format!("CO-{index}");
        let count_before = shop.callbacks().len();
        shop.misbehave(json!({ "kind": kind, "is_payout": true })).await;
        let page = shop.call_page("payout", payout(&order_id, CARD)).await;
        assert_eq!(page.status == 504, matches!(kind, "lost" | "silent"), "{kind}");
        if kind == "misstated" {
            assert!(page.text.contains("51.00"), "1 AZN more than paid: {}", page.text);
        }

        let payouts = payouts(&shop).await;
        let prefix = format!("{order_id} ");
        let made: Vec<&str> = payouts.iter().filter_map(|text| text.strip_prefix(&prefix)).collect();
        assert_eq!(made, Vec::from_iter(expected), "{kind}");
        let callbacks = shop.wait_for_callbacks(count_before + callback_count).await;
        assert_eq!(callbacks.len() - count_before, callback_count, "{kind}");
    }
}

#[tokio::test]
async fn a_late_payout_is_new_first_and_its_callback_comes_later() {
    let shop = TestShop::start().await;
    shop.misbehave(json!({ "kind": "late", "is_payout": true })).await;
    let response = shop.call("payout", payout("CO-1", CARD)).await;
    assert_eq!(response["status"], "new");
    assert_eq!(shop.wait_for_callbacks(1).await, ["CO-1 success 50.00"]);
    assert_eq!(payouts(&shop).await, ["CO-1 success 50.00"]);
}
