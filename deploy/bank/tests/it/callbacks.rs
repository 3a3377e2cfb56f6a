//! Callbacks: repetitions, restarts, and every kind of misbehaviour. Each payment is for 30.75 AZN.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::database::eventually;

use crate::shop::{GOOD_CARD, TestShop};

/// Pays `order-1`. Waits for `callback_count` callbacks and a little longer, and returns all received ones.
async fn pay_with_misbehaviour(misbehaviour: Value, callback_count: usize) -> (TestShop, Vec<String>) {
    let shop = TestShop::start().await;
    shop.misbehave(misbehaviour).await;
    let transaction = shop.order("order-1").await;
    shop.pay(&transaction, GOOD_CARD).await;
    let callbacks = shop.wait_for_callbacks(callback_count).await;
    (shop, callbacks)
}

#[tokio::test]
async fn a_refused_callback_is_repeated() {
    let shop = TestShop::start().await;
    shop.refuse_next(1);
    let transaction = shop.order("order-1").await;
    shop.pay(&transaction, GOOD_CARD).await;
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 success 30.75"]);
}

#[tokio::test]
async fn a_restart_keeps_payments_and_callbacks() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("bank.jsonl");
    let shop = TestShop::start_with_journal(&journal).await;
    shop.refuse_next(usize::MAX);
    let (paid, unpaid) = (shop.order("order-1").await, shop.order("order-2").await);
    shop.pay(&paid, GOOD_CARD).await;
    shop.wait_for_refusal().await;
    let is_recorded = async || std::fs::read_to_string(&journal).unwrap().contains("\"tries\":1");
    eventually("the refusal in the journal", is_recorded).await;

    let shop = shop.restart_bank(&journal).await;
    // The shop accepts callbacks again.
    shop.refuse_next(0);
    assert_eq!(shop.call("get-status", json!({ "transaction": unpaid })).await["status"], "new");
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 success 30.75"]);
    let payments: Value = serde_json::from_str(&shop.get("/sandbox/payments").await.text).unwrap();
    let mut statuses: Vec<_> =
        payments["payments"].as_array().unwrap().iter().map(|payment| payment["status"].as_str().unwrap()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, ["new", "success"]);
}

#[tokio::test]
async fn a_duplicate_callback_is_sent_twice() {
    let (_, callbacks) = pay_with_misbehaviour(json!({ "kind": "duplicate" }), 2).await;
    assert_eq!(callbacks, ["order-1 success 30.75", "order-1 success 30.75"]);
}

#[tokio::test]
async fn a_dropped_callback_is_not_sent() {
    let (shop, callbacks) = pay_with_misbehaviour(json!({ "kind": "drop" }), 0).await;
    assert_eq!(callbacks, [] as [String; 0]);
    let transaction = shop.order("order-2").await;
    shop.pay(&transaction, GOOD_CARD).await;
    assert_eq!(
        shop.wait_for_callbacks(1).await,
        ["order-2 success 30.75"],
        "only the callback about the first payment is dropped"
    );
}

#[tokio::test]
async fn a_late_callback_is_delayed() {
    let shop = TestShop::start().await;
    shop.misbehave(json!({ "kind": "late", "seconds": 1 })).await;
    let transaction = shop.order("order-1").await;
    let paid_at = Instant::now();
    shop.pay(&transaction, GOOD_CARD).await;
    assert_eq!(shop.wait_for_callbacks(1).await, ["order-1 success 30.75"]);
    assert!(paid_at.elapsed() >= Duration::from_secs(1), "{:?}", paid_at.elapsed());
}

#[tokio::test]
async fn a_forged_callback_precedes_the_true_one() {
    let (_, callbacks) = pay_with_misbehaviour(json!({ "kind": "forged" }), 2).await;
    assert_eq!(callbacks, ["order-1 success 30.75 (invalid signature)", "order-1 success 30.75"]);
}

#[tokio::test]
async fn a_wrong_amount_is_charged_and_reported() {
    let (_, callbacks) = pay_with_misbehaviour(json!({ "kind": "wrong_amount" }), 1).await;
    assert_eq!(callbacks, ["order-1 success 31.75"], "1 AZN more than ordered");
}

#[tokio::test]
async fn a_reordered_callback_is_sent_after_the_next() {
    let (shop, callbacks) = pay_with_misbehaviour(json!({ "kind": "reordered" }), 0).await;
    assert_eq!(callbacks, [] as [String; 0], "the callback waits for the callback about another payment");
    let transaction = shop.order("order-2").await;
    shop.pay(&transaction, GOOD_CARD).await;
    assert_eq!(shop.wait_for_callbacks(2).await, ["order-2 success 30.75", "order-1 success 30.75"]);
}
