//! Callbacks: retries, restarts, and every kind of misbehaviour.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::database::eventually;

use crate::shop::{GOOD_CARD, TestShop};

async fn paid_while(mood: Value, calls: usize) -> (TestShop, Vec<String>) {
    let shop = TestShop::start(None).await;
    shop.misbehaves(mood).await;
    let transaction = shop.order("order-1").await;
    shop.pays(&transaction, GOOD_CARD).await;
    let heard = shop.hears(calls).await;
    (shop, heard)
}

#[tokio::test]
async fn a_shop_that_did_not_listen_is_called_again() {
    let shop = TestShop::start(None).await;
    shop.refuses(1);
    let transaction = shop.order("order-1").await;
    shop.pays(&transaction, GOOD_CARD).await;
    assert_eq!(shop.hears(1).await, ["order-1 success 30.75"]);
}

#[tokio::test]
async fn a_restart_forgets_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("bank.jsonl");
    let shop = TestShop::start(Some(&journal)).await;
    shop.refuses(usize::MAX);
    let (paid, open) = (shop.order("order-1").await, shop.order("order-2").await);
    shop.pays(&paid, GOOD_CARD).await;
    shop.has_refused().await;
    let is_noted = async || std::fs::read_to_string(&journal).unwrap().contains("\"tries\":1");
    eventually("the refusal in the journal", is_noted).await;
    let shop = shop.restart_bank(&journal).await;
    shop.refuses(0);
    assert_eq!(shop.call("get-status", json!({ "transaction": open })).await["status"], "new");
    assert_eq!(shop.hears(1).await, ["order-1 success 30.75"]);
    let books: Value = serde_json::from_str(&shop.get("/sandbox/payments").await.text).unwrap();
    let mut known: Vec<_> =
        books["payments"].as_array().unwrap().iter().map(|p| p["status"].as_str().unwrap()).collect();
    known.sort_unstable();
    assert_eq!(known, ["new", "success"]);
}

#[tokio::test]
async fn a_duplicate_comes_twice() {
    let (_, heard) = paid_while(json!({ "kind": "duplicate" }), 2).await;
    assert_eq!(heard, ["order-1 success 30.75", "order-1 success 30.75"]);
}

#[tokio::test]
async fn a_late_one_comes_late_and_a_dropped_one_never() {
    let (shop, heard) = paid_while(json!({ "kind": "drop" }), 0).await;
    assert_eq!(heard, [] as [String; 0]);
    shop.misbehaves(json!({ "kind": "late", "seconds": 1 })).await;
    let transaction = shop.order("order-2").await;
    let paid = Instant::now();
    shop.pays(&transaction, GOOD_CARD).await;
    assert_eq!(shop.hears(1).await, ["order-2 success 30.75"]);
    assert!(paid.elapsed() >= Duration::from_secs(1), "{:?}", paid.elapsed());
}

#[tokio::test]
async fn a_forged_one_comes_before_the_truth() {
    let (_, heard) = paid_while(json!({ "kind": "forged" }), 2).await;
    assert_eq!(heard, ["order-1 success 30.75 *", "order-1 success 30.75"]);
}

#[tokio::test]
async fn a_wrong_amount_is_charged_and_told() {
    let (_, heard) = paid_while(json!({ "kind": "wrong_amount" }), 1).await;
    assert_eq!(heard, ["order-1 success 31.75"]);
}

#[tokio::test]
async fn a_reordered_one_is_overtaken_by_the_next() {
    let (shop, heard) = paid_while(json!({ "kind": "reordered" }), 0).await;
    assert_eq!(heard, [] as [String; 0]);
    let transaction = shop.order("order-2").await;
    shop.pays(&transaction, GOOD_CARD).await;
    assert_eq!(shop.hears(2).await, ["order-2 success 30.75", "order-1 success 30.75"]);
}
