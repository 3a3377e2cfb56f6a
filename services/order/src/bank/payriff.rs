//! Payriff's API, version 3. `code` tells success, not the HTTP status. Callbacks are not signed, so they only trigger
//! a query.

use std::time::Duration;

use bytes::Bytes;
use http::{Method, Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::{
    Bank, BankError, BankStatus, Callback, Created, NewCharge, NewPayout, Payout, Untrusted, http::Http, http::TIMEOUT,
    money, sanitized,
};

pub const NAME: &str = "payriff";
const SUCCESS: &str = "00000";
const INTERNAL_ERROR: &str = "15000";
const NO_BODY: Value = Value::Null;
/// Our reference, which finds an order whose answer was lost.
const REQUEST_RRN: &str = "X-REQUEST-RRN";
/// A repeated call gets the first answer.
const IDEMPOTENCY_KEY: &str = "X-IDEMPOTENCY-KEY";

pub struct Payriff {
    /// Without a trailing slash.
    base: String,
    app_key: String,
    callback_url: String,
    card_family: String,
    /// Required by payouts only.
    merchant: Option<String>,
    http: Http,
}

impl Payriff {
    pub fn new(base: &str, app_key: &str, callback_url: &str, card_family: &str) -> Self {
        Self::with_timeout(base, app_key, callback_url, card_family, TIMEOUT)
    }

    pub fn with_timeout(base: &str, app_key: &str, callback_url: &str, card_family: &str, timeout: Duration) -> Self {
        Self {
            base: base.trim_end_matches('/').to_owned(),
            app_key: app_key.to_owned(),
            callback_url: callback_url.to_owned(),
            card_family: card_family.to_owned(),
            merchant: None,
            http: Http::new(timeout),
        }
    }

    #[must_use]
    pub fn with_merchant(self, merchant: Option<&str>) -> Self {
        Self { merchant: merchant.map(str::to_owned), ..self }
    }

    /// `rrn` is our reference.
    async fn call(&self, method: Method, path: &str, rrn: Option<&str>, body: &Value) -> Result<Value, BankError> {
        self.call_with_reference(method, path, rrn.map(|rrn| (REQUEST_RRN, rrn)), body).await
    }

    async fn call_with_reference(
        &self,
        method: Method,
        path: &str,
        reference: Option<(&str, &str)>,
        body: &Value,
    ) -> Result<Value, BankError> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}/api/v3/{path}", self.base))
            .header(header::AUTHORIZATION, &self.app_key)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some((header, value)) = reference {
            request = request.header(header, value);
        }
        let body = if body.is_null() { Bytes::new() } else { Bytes::from(body.to_string()) };
        let (status, mut answer) = self.http.ask(request.body(Full::new(body))).await?;
        match answer["code"].as_str() {
            Some(SUCCESS) if status.is_success() => Ok(answer["payload"].take()),
            // The call may have succeeded.
            Some(INTERNAL_ERROR) | None => Err(BankError::Silent("server_error")),
            Some(code) => Err(BankError::Refused(sanitized(code))),
        }
    }

    /// Finds an order whose answer was lost. Closes an order without a payment page, because the shopper cannot pay it.
    async fn find_again(&self, rrn: &str, lost: BankError) -> Result<Created, BankError> {
        let Ok(order) = self.call(Method::GET, &format!("orders/{rrn}/rrn"), None, &NO_BODY).await else {
            return Err(lost);
        };
        if let Some(created) = created(&order) {
            return Ok(created);
        }
        if let Some(id) = order["orderId"].as_str().filter(|id| is_plain(id)) {
            // The shopper never saw this order's page, so the result does not matter.
            let _ = self.call(Method::PATCH, &format!("expire-status?orderId={id}"), None, &NO_BODY).await;
        }
        Err(lost)
    }
}

#[async_trait::async_trait]
impl Bank for Payriff {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError> {
        let rrn = charge.reference.replace('/', "-");
        let mut order = json!({
            "amount": decimal(charge.amount),
            "currency": "AZN",
            "language": charge.language.code().to_uppercase(),
            "operation": "PURCHASE",
            "description": charge.description,
            "callbackUrl": self.callback_url,
            "redirectUrl": charge.success_url,
            "cardSave": false,
        });
        if let Some(months) = charge.months {
            order["installment"] = json!({ "type": self.card_family, "period": format!("PERIOD_{months}") });
        }
        match self.call(Method::POST, "orders", Some(&rrn), &order).await {
            Ok(payload) => created(&payload).ok_or(BankError::Silent("unreadable_answer")),
            Err(lost @ BankError::Silent(_)) => self.find_again(&rrn, lost).await,
            Err(refused) => Err(refused),
        }
    }

    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError> {
        if !is_plain(transaction) {
            return Err(BankError::Refused("no_transaction".to_owned()));
        }
        let order = self.call(Method::GET, &format!("orders/{transaction}"), None, &NO_BODY).await?;
        if order["orderId"].as_str() != Some(transaction) {
            return Err(BankError::Silent("unreadable_answer"));
        }
        status_of(&order).ok_or(BankError::Silent("unreadable_answer"))
    }

    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError> {
        let mut refund = json!({ "orderId": transaction });
        if !is_all {
            refund["amount"] = decimal(amount);
        }
        self.call(Method::POST, "refund", None, &refund).await.map(drop)
    }

    /// The same idempotency key repeats the first answer, so sending again confirms a payout.
    async fn pay_out(&self, payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        let body = json!({
            "merchant": self.merchant,
            "body": {
                "transferAmount": decimal(payout.amount),
                "fullName": payout.full_name,
                "cardPan": payout.card.digits(),
                "description": payout.description,
                "requestRrn": payout.reference,
            },
        });
        let reference = Some((IDEMPOTENCY_KEY, payout.reference));
        let payload = self.call_with_reference(Method::POST, "payout", reference, &body).await?;
        let text = |name: &str| payload[name].as_str().map(str::to_owned);
        let status = match text("status").or_else(|| text("paymentStatus")).as_deref() {
            None | Some("APPROVED" | "SUCCESS" | "ACCEPTED") => {
                let reported = ["transferAmount", "amount"].iter().find_map(|name| money::read(&payload[*name]));
                BankStatus::Paid { amount: reported.unwrap_or(payout.amount) }
            }
            Some(failed @ ("DECLINED" | "CANCELED" | "FAILED")) => {
                BankStatus::Failed { code: sanitized(&failed.to_lowercase()) }
            }
            Some(_) => BankStatus::Pending,
        };
        Ok(Payout { transaction: text("transactionId").or_else(|| text("orderId")), status })
    }

    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted> {
        let callback: Value = serde_json::from_slice(body).map_err(|_| Untrusted)?;
        let transaction =
            callback["payload"]["orderId"].as_str().filter(|id| is_plain(id)).ok_or(Untrusted)?.to_owned();
        Ok(Callback { transaction, reference: None, status: None })
    }
}

fn created(order: &Value) -> Option<Created> {
    let text = |name: &str| order[name].as_str().map(str::to_owned);
    text("orderId").zip(text("paymentUrl")).map(|(transaction, redirect_url)| Created { transaction, redirect_url })
}

fn status_of(order: &Value) -> Option<BankStatus> {
    let amount = money::read(&order["amount"]);
    match order["paymentStatus"].as_str().unwrap_or_default() {
        "APPROVED" => amount.map(|amount| BankStatus::Paid { amount }),
        failed @ ("CANCELED" | "DECLINED" | "EXPIRED" | "PREAUTH_EXPIRED") => {
            Some(BankStatus::Failed { code: sanitized(failed).to_lowercase() })
        }
        "REFUNDED" | "REVERSE" => Some(BankStatus::Returned { amount }),
        // The amount is the order's, not the refunded part.
        "PARTIAL_REFUND" | "REFUND_IN_PROGRESS" => Some(BankStatus::Returned { amount: None }),
        _ => Some(BankStatus::Pending),
    }
}

/// In manat. The nearest float is exact for all amounts of a cart.
fn decimal(amount: i64) -> Value {
    json!(amount as f64 / 100.0)
}

/// The id becomes part of a path, and may come from an unsigned callback.
fn is_plain(id: &str) -> bool {
    !id.is_empty() && id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bank() -> Payriff {
        Payriff::new("http://nowhere.invalid", "key", "http://nowhere.invalid/callback", "BIRKART")
    }

    #[test]
    fn a_callback_only_names_the_transaction() {
        let body =
            br#"{"code": "00000", "payload": {"orderId": "A1B2-C3", "amount": 30.75, "paymentStatus": "APPROVED"}}"#;
        let expected = Callback { transaction: "A1B2-C3".to_owned(), reference: None, status: None };
        assert_eq!(bank().read_callback(body), Ok(expected));
        for body in [r#"{"payload": {"orderId": "../../refund"}}"#, r#"{"payload": {"orderId": ""}}"#, "{}", "<html>"] {
            assert_eq!(bank().read_callback(body.as_bytes()), Err(Untrusted), "{body}");
        }
    }

    #[test]
    fn the_banks_statuses_are_mapped() {
        let failed = |code: &str| Some(BankStatus::Failed { code: code.to_owned() });
        for (status, expected) in [
            ("CREATED", Some(BankStatus::Pending)),
            ("IN_REVIEW", Some(BankStatus::Pending)),
            ("STATUS_ADDED_LATER", Some(BankStatus::Pending)),
            ("APPROVED", Some(BankStatus::Paid { amount: 3_075 })),
            ("DECLINED", failed("declined")),
            ("EXPIRED", failed("expired")),
            ("REFUNDED", Some(BankStatus::Returned { amount: Some(3_075) })),
            ("PARTIAL_REFUND", Some(BankStatus::Returned { amount: None })),
        ] {
            assert_eq!(status_of(&json!({ "paymentStatus": status, "amount": 30.75 })), expected, "{status}");
        }
        assert_eq!(status_of(&json!({ "paymentStatus": "APPROVED" })), None);
    }

    proptest! {
        #[test]
        fn amounts_are_sent_as_decimal_numbers(amount in 0_i64..10_000_000_000) {
            let reported: Value = serde_json::from_str(&decimal(amount).to_string()).unwrap();
            prop_assert_eq!(money::read(&reported), Some(amount));
        }
    }
}
