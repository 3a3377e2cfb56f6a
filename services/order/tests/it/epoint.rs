//! Tests the client of the bank ePoint against answers from the bank's documentation and against the sandbox bank.
//! Amounts are in qəpik; the bank writes `30.75` for 30.75 ₼.

use std::time::Duration;

use order::bank::{Bank, BankError, BankStatus, Callback, CardNumber, Created, Epoint, Payout};
use serde_json::json;

use crate::{
    bank_server::{ALL_LEFT, BankServer, PART, Reply, charge, payout},
    paying::{GOOD_CARD, NO_FUNDS},
    sandbox::Sandbox,
};

/// The key that signs requests.
const KEY: &str = "sandbox_private_key_0000000001";

fn client(server: &BankServer) -> Epoint {
    client_with_timeout(Duration::from_secs(20), server)
}

fn client_with_timeout(timeout: Duration, server: &BankServer) -> Epoint {
    Epoint::with_timeout(&format!("{}/api/1", server.url), "i000000001", KEY, timeout)
}

#[tokio::test]
async fn a_payment_request_follows_the_documentation() {
    let created = r#"{"status": "success", "transaction": "te0000000001", "redirect_url": "https://epoint.az/pay/1"}"#;
    let server = BankServer::start(&[Reply::Ok(created)]).await;
    let expected =
        Created { transaction: "te0000000001".to_owned(), redirect_url: "https://epoint.az/pay/1".to_owned() };
    assert_eq!(client(&server).create(&charge(None)).await, Ok(expected));
    let requests = server.requests();
    assert_eq!(requests[0].target, "POST /api/1/request");
    assert!(requests[0].body.contains("&signature="));
    let payload = json!({
        "public_key": "i000000001", "amount": "30.75", "currency": "AZN", "language": "ru", "order_id": "SQ-7K4M-29/1",
        "description": "Sovqat SQ-7K4M-29", "success_redirect_url": "https://sovqat.az/good",
        "error_redirect_url": "https://sovqat.az/bad",
    });
    assert_eq!(requests[0].payload(), payload);
}

#[tokio::test]
async fn instalments_are_opened_for_a_card_that_offers_them() {
    let offers = r#"[{"name": "A", "installment_card_id": "1", "installment_months": [3]},
                     {"name": "B", "installment_card_id": "2", "installment_months": ["6", 12]}]"#;
    let created = r#"{"status": "success", "transaction": "te1", "redirect_url": "https://epoint.az/pay/1"}"#;
    let server = BankServer::start(&[Reply::Ok(offers), Reply::Ok(created), Reply::Ok(offers)]).await;
    assert!(client(&server).create(&charge(Some(6))).await.is_ok());
    let requests = server.requests();
    let payload = requests[1].payload();
    assert_eq!(requests[1].target, "POST /api/1/installment-request");
    assert_eq!((&payload["installment_card_id"], &payload["installment_month"]), (&json!("2"), &json!(6)));
    let with_24_months = client(&server).create(&charge(Some(24))).await;
    assert_eq!(with_24_months, Err(BankError::Refused("months_not_offered".to_owned())));
}

#[tokio::test]
async fn an_error_with_a_transaction_is_a_payment_that_failed() {
    for (answer, expected) in [
        (
            r#"{"status": "error", "code": "116", "transaction": "te1"}"#,
            Ok(BankStatus::Failed { code: "116".to_owned() }),
        ),
        (r#"{"status": "error", "code": "908"}"#, Err(BankError::Refused("908".to_owned()))),
        (r#"{"status": "success", "transaction": "te1", "amount": "30.75"}"#, Ok(BankStatus::Paid { amount: 3_075 })),
        (
            r#"{"status": "success", "transaction": "te2", "amount": "30.75"}"#,
            Err(BankError::Silent("unreadable_answer")),
        ),
        (r#"{"status": "new", "transaction": "te1"}"#, Ok(BankStatus::Pending)),
        (
            r#"{"status": "returned", "transaction": "te1", "amount": 10}"#,
            Ok(BankStatus::Returned { amount: Some(1_000) }),
        ),
        ("<html>", Err(BankError::Silent("unreadable_answer"))),
    ] {
        let server = BankServer::start(&[Reply::Ok(answer)]).await;
        assert_eq!(client(&server).status("te1").await, expected, "{answer}");
    }
}

/// A return of all that is left names no amount.
#[tokio::test]
async fn a_partial_return_names_its_amount() {
    let done = Reply::Ok(r#"{"status": "success"}"#);
    let server = BankServer::start(&[done, done, Reply::Ok(r#"{"status": "error", "code": 907}"#)]).await;
    let bank = client(&server);
    assert_eq!(bank.refund("te1", 1_000, PART).await, Ok(()));
    assert_eq!(bank.refund("te1", 2_075, ALL_LEFT).await, Ok(()));
    assert_eq!(bank.refund("te1", 1, PART).await, Err(BankError::Refused("907".to_owned())));
    let amounts: Vec<_> = server.requests().iter().map(|request| request.payload()["amount"].clone()).collect();
    assert_eq!(amounts, [json!("10.00"), json!(null), json!("0.01")]);
}

#[tokio::test]
async fn silence_is_not_a_refusal() {
    for reply in [Reply::Timeout, Reply::Error(502, "bad gateway"), Reply::Ok("")] {
        let server = BankServer::start(&[reply]).await;
        let client = client_with_timeout(Duration::from_millis(300), &server);
        assert!(matches!(client.create(&charge(None)).await, Err(BankError::Silent(_))));
    }
    let server = BankServer::start(&[Reply::Error(403, "<html>")]).await;
    assert_eq!(client(&server).create(&charge(None)).await, Err(BankError::Refused("http_403".to_owned())));
    let unreachable = Epoint::new("http://127.0.0.1:1/api/1", "i000000001", KEY);
    assert_eq!(unreachable.status("te1").await, Err(BankError::Silent("unreachable")));
}

#[tokio::test]
async fn the_adapter_works_with_the_sandbox_bank() {
    let sandbox = Sandbox::start().await;
    let epoint = sandbox.merchant_client();
    let Created { transaction, redirect_url } = epoint.create(&charge(Some(6))).await.unwrap();
    assert_eq!(epoint.status(&transaction).await, Ok(BankStatus::Pending));
    // 905: a reference that was used before. 906: a refund before the payment. 907: a refund of more than is left.
    assert_eq!(epoint.create(&charge(None)).await, Err(BankError::Refused("905".to_owned())));
    assert_eq!(epoint.refund(&transaction, 100, PART).await, Err(BankError::Refused("906".to_owned())));
    sandbox.pay(&redirect_url, GOOD_CARD).await;
    assert_eq!(epoint.status(&transaction).await, Ok(BankStatus::Paid { amount: 3_075 }));
    let returned = |amount| BankStatus::Returned { amount: Some(amount) };
    assert_eq!(epoint.refund(&transaction, 1_000, PART).await, Ok(()));
    assert_eq!(epoint.status(&transaction).await, Ok(returned(1_000)));
    assert_eq!(epoint.refund(&transaction, 2_075, ALL_LEFT).await, Ok(()));
    assert_eq!(epoint.refund(&transaction, 1, PART).await, Err(BankError::Refused("907".to_owned())));
    let callbacks = sandbox.callbacks(3).await;
    let callbacks: Vec<_> = callbacks.iter().map(|body| epoint.read_callback(body).unwrap()).collect();
    let is_ours = |callback: &Callback| {
        callback.transaction == transaction && callback.reference.as_deref() == Some("SQ-7K4M-29/1")
    };
    assert!(callbacks.iter().all(is_ours), "{callbacks:?}");
    let statuses: Vec<_> = callbacks.into_iter().filter_map(|callback| callback.status).collect();
    assert_eq!(statuses, [BankStatus::Paid { amount: 3_075 }, returned(1_000), returned(3_075)]);
}

#[tokio::test]
async fn a_card_that_the_sandbox_declines_has_failed() {
    let sandbox = Sandbox::start().await;
    let epoint = sandbox.merchant_client();
    let Created { transaction, redirect_url } = epoint.create(&charge(None)).await.unwrap();
    sandbox.pay(&redirect_url, NO_FUNDS).await;
    let failed = BankStatus::Failed { code: "116".to_owned() };
    assert_eq!(epoint.status(&transaction).await, Ok(failed.clone()));
    let callback = epoint.read_callback(&sandbox.callbacks(1).await[0]).unwrap();
    assert_eq!(callback.status, Some(failed));
}

#[tokio::test]
async fn a_payout_is_signed_and_a_repeated_refusal_is_inconclusive() {
    let paid = r#"{"status": "success", "transaction": "tp1", "amount": "50.00"}"#;
    let refused = Reply::Ok(r#"{"status": "error", "code": "905"}"#);
    // The third reply is for the repeated payout, the last two for questions about it.
    let server = BankServer::start(&[Reply::Ok(paid), refused, refused, Reply::Ok(paid), refused]).await;
    let bank = client(&server);
    let card = CardNumber::parse("4169738812345670").unwrap();
    let payout = payout(&card);
    let expected = Payout { transaction: Some("tp1".to_owned()), status: BankStatus::Paid { amount: 5_000 } };
    assert_eq!(bank.pay_out(&payout).await, Ok(expected.clone()));
    assert_eq!(bank.pay_out(&payout).await, Err(BankError::Refused("905".to_owned())));
    assert_eq!(bank.confirm_payout(&payout, None).await, Err(BankError::Silent("refused_again")));
    assert_eq!(bank.confirm_payout(&payout, Some("tp1")).await, Ok(expected));
    assert_eq!(bank.confirm_payout(&payout, Some("tp1")).await, Err(BankError::Silent("unknown_transaction")));
    let requests = server.requests();
    let calls: Vec<_> = requests.iter().map(|request| request.target.as_str()).collect();
    let (pay, status) = ("POST /api/1/payout", "POST /api/1/get-status");
    assert_eq!(calls, [pay, pay, pay, status, status]);
    let payload = json!({
        "public_key": "i000000001", "order_id": "CO-7K4M29XWQA", "amount": "50.00", "currency": "AZN", "language": "az",
        "card_number": "4169738812345670", "description": "Sovqat CO-7K4M29XWQA",
    });
    assert_eq!(requests[0].payload(), payload);
}
