//! Tests the client of the bank Payriff against answers from the bank's documentation. Amounts are in qəpik; the bank
//! writes `30.75` for 30.75 ₼.

use std::time::Duration;

use order::bank::{Bank, BankError, BankStatus, CardNumber, Created, Payout, Payriff};
use serde_json::json;

use crate::bank_server::{ALL_LEFT, BankServer, PART, Reply, charge, payout};

/// The bank's answer to an order.
const CREATED: &str =
    r#"{"code": "00000", "payload": {"orderId": "A1", "sessionId": "s", "paymentUrl": "https://pay.payriff.com/A1"}}"#;
const CALLBACK: &str = "https://sovqat.az/api/v1/payment/callback/payriff";

fn client(server: &BankServer) -> Payriff {
    client_with_timeout(Duration::from_secs(20), server)
}

/// A client for a fake bank that does not answer the first call.
fn client_with_short_timeout(server: &BankServer) -> Payriff {
    client_with_timeout(Duration::from_secs(1), server)
}

fn client_with_timeout(timeout: Duration, server: &BankServer) -> Payriff {
    Payriff::with_timeout(&server.url, "the app key", CALLBACK, "BIRKART", timeout)
}

fn created() -> Created {
    Created { transaction: "A1".to_owned(), redirect_url: "https://pay.payriff.com/A1".to_owned() }
}

#[tokio::test]
async fn an_order_request_follows_the_documentation() {
    let server = BankServer::start(&[Reply::Ok(CREATED)]).await;
    assert_eq!(client(&server).create(&charge(Some(6))).await, Ok(created()));
    let request = &server.requests()[0];
    assert_eq!((request.target.as_str(), request.authorization.as_str()), ("POST /api/v3/orders", "the app key"));
    assert_eq!(request.rrn, "SQ-7K4M-29-1");
    let body = json!({
        "amount": 30.75, "currency": "AZN", "language": "RU", "operation": "PURCHASE",
        "description": "Sovqat SQ-7K4M-29", "callbackUrl": CALLBACK, "redirectUrl": "https://sovqat.az/good",
        "cardSave": false, "installment": { "type": "BIRKART", "period": "PERIOD_6" },
    });
    assert_eq!(request.json(), body);
}

#[tokio::test]
async fn after_a_lost_answer_the_order_is_found_by_our_reference() {
    let server = BankServer::start(&[Reply::Timeout, Reply::Ok(CREATED)]).await;
    assert_eq!(client_with_short_timeout(&server).create(&charge(None)).await, Ok(created()));
    assert_eq!(server.requests()[1].target, "GET /api/v3/orders/SQ-7K4M-29-1/rrn");
}

#[tokio::test]
async fn an_order_without_a_page_is_closed_at_the_bank() {
    let order_without_page = r#"{"code": "00000", "payload": {"orderId": "A1", "paymentStatus": "CREATED"}}"#;
    let server =
        BankServer::start(&[Reply::Timeout, Reply::Ok(order_without_page), Reply::Ok(r#"{"code": "00000"}"#)]).await;
    assert_eq!(client_with_short_timeout(&server).create(&charge(None)).await, Err(BankError::Silent("timeout")));
    assert_eq!(server.requests()[2].target, "PATCH /api/v3/expire-status?orderId=A1");
}

#[tokio::test]
async fn a_refusal_with_status_200_is_a_refusal() {
    let refused = Reply::Ok(r#"{"code": "15400", "message": "invalid parameters"}"#);
    let server = BankServer::start(&[refused]).await;
    assert_eq!(client(&server).create(&charge(None)).await, Err(BankError::Refused("15400".to_owned())));
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn the_status_is_read_from_the_bank() {
    for (answer, expected) in [
        (
            r#"{"code": "00000", "payload": {"orderId": "A1", "amount": 30.75, "paymentStatus": "APPROVED"}}"#,
            Ok(BankStatus::Paid { amount: 3_075 }),
        ),
        (
            r#"{"code": "00000", "payload": {"orderId": "A2", "amount": 30.75, "paymentStatus": "APPROVED"}}"#,
            Err(BankError::Silent("unreadable_answer")),
        ),
        (r#"{"code": "01000", "message": "no such order"}"#, Err(BankError::Refused("01000".to_owned()))),
        (r#"{"code": "15000"}"#, Err(BankError::Silent("server_error"))),
    ] {
        let server = BankServer::start(&[Reply::Ok(answer)]).await;
        assert_eq!(client(&server).status("A1").await, expected, "{answer}");
        assert_eq!(server.requests()[0].target, "GET /api/v3/orders/A1");
    }
    // With an unsafe id, no call is made. It would fail, because the script has no replies.
    let server = BankServer::start(&[]).await;
    assert!(client(&server).status("../refund").await.is_err());
}

#[tokio::test]
async fn money_is_returned_in_full_or_in_part() {
    let done = Reply::Ok(r#"{"code": "00000", "payload": null}"#);
    let server = BankServer::start(&[done, done]).await;
    assert_eq!(client(&server).refund("A1", 1_005, PART).await, Ok(()));
    assert_eq!(client(&server).refund("A1", 2_070, ALL_LEFT).await, Ok(()));
    // A return of all that is left names no amount.
    let bodies: Vec<_> = server.requests().iter().map(super::bank_server::RecordedRequest::json).collect();
    assert_eq!(bodies, [json!({ "orderId": "A1", "amount": 10.05 }), json!({ "orderId": "A1" })]);
}

#[tokio::test]
async fn a_payout_names_the_card_and_an_idempotency_key() {
    let server = BankServer::start(&[
        Reply::Ok(
            r#"{"code": "00000", "payload": {"transactionId": "T1", "status": "APPROVED", "transferAmount": 50.00}}"#,
        ),
        Reply::Ok(r#"{"code": "00000", "payload": {"transactionId": "T1", "status": "PENDING"}}"#),
        Reply::Ok(r#"{"code": "00000", "payload": {"transactionId": "T1", "status": "DECLINED"}}"#),
        Reply::Ok(r#"{"code": "01300", "message": "limit"}"#),
        Reply::Ok(r#"{"code": "15000"}"#),
    ])
    .await;
    let bank = client(&server).with_merchant(Some("ES1090000"));
    let card = CardNumber::parse("4169738812345670").unwrap();
    let payout = payout(&card);
    let reported = |status| Ok(Payout { transaction: Some("T1".to_owned()), status });
    assert_eq!(bank.pay_out(&payout).await, reported(BankStatus::Paid { amount: 5_000 }));
    assert_eq!(bank.confirm_payout(&payout, Some("T1")).await, reported(BankStatus::Pending));
    let declined = BankStatus::Failed { code: "declined".to_owned() };
    assert_eq!(bank.confirm_payout(&payout, None).await, reported(declined));
    assert_eq!(bank.confirm_payout(&payout, None).await, Err(BankError::Refused("01300".to_owned())));
    assert_eq!(bank.confirm_payout(&payout, None).await, Err(BankError::Silent("server_error")));
    let requests = server.requests();
    assert!(requests.iter().all(|request| request.target == "POST /api/v3/payout"));
    assert!(requests.iter().all(|request| request.idempotency_key == "CO-7K4M29XWQA"));
    let body = json!({
        "merchant": "ES1090000",
        "body": {
            "transferAmount": 50.0, "fullName": "Leyla Həsənova", "cardPan": "4169738812345670",
            "description": "Sovqat CO-7K4M29XWQA", "requestRrn": "CO-7K4M29XWQA",
        },
    });
    assert_eq!(requests[0].json(), body);
}
