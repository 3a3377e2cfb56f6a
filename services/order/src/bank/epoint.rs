//! ePoint, <https://developer.epoint.az>: forms with a base64 payload and a signature over it, in both directions.
//! Answers say `error` both for a failed call and for a failed payment; only the latter names a transaction.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;
use serde::Deserialize;
use serde_json::{Value, json};
use url::form_urlencoded;

use super::{
    Bank, BankError, BankStatus, Callback, Created, NewCharge, NewPayout, Payout, Untrusted, http::Http, http::TIMEOUT,
    money, sanitized, signature::Signer,
};

pub const NAME: &str = "epoint";
/// In bytes.
const MAX_CALLBACK_LENGTH: usize = 64 * 1024;

pub struct Epoint {
    /// Without a trailing slash.
    base: String,
    public_key: String,
    signer: Signer,
    http: Http,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    status: String,
    transaction: Option<String>,
    redirect_url: Option<String>,
    order_id: Option<String>,
    code: Value,
    amount: Value,
}

#[derive(Debug, Deserialize)]
struct InstalmentCard {
    installment_card_id: Value,
    #[serde(default)]
    installment_months: Vec<Value>,
}

impl Epoint {
    pub fn new(base: &str, public_key: &str, private_key: &str) -> Self {
        Self::with_timeout(base, public_key, private_key, TIMEOUT)
    }

    pub fn with_timeout(base: &str, public_key: &str, private_key: &str, timeout: Duration) -> Self {
        Self {
            base: base.trim_end_matches('/').to_owned(),
            public_key: public_key.to_owned(),
            signer: Signer::new(private_key),
            http: Http::new(timeout),
        }
    }

    async fn call(&self, name: &str, mut payload: Value) -> Result<Value, BankError> {
        payload["public_key"] = Value::from(self.public_key.as_str());
        let data = STANDARD.encode(payload.to_string());
        let signature = self.signer.sign(&data);
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("data", &data)
            .append_pair("signature", &signature)
            .finish();
        let request = Request::post(format!("{}/{name}", self.base))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::new(Bytes::from(form)));
        Ok(self.http.ask(request).await?.1)
    }

    async fn ask(&self, name: &str, payload: Value) -> Result<Answer, BankError> {
        let answer = self.call(name, payload).await?;
        serde_json::from_value(answer).map_err(|_| BankError::Silent("unreadable_answer"))
    }

    async fn instalment_card(&self, charge: &NewCharge<'_>, months: i32) -> Result<Value, BankError> {
        let payload = json!({
            "order_id": charge.reference,
            "amount": money::write(charge.amount),
            "currency": "AZN",
            "language": charge.language.code(),
        });
        let answer = self.call("get-installment-request", payload).await?;
        let list = if answer.is_array() { answer } else { first_list(answer) };
        let cards: Vec<InstalmentCard> = serde_json::from_value(list).map_err(|_| refused("no_instalments"))?;
        let offers = |card: &InstalmentCard| card.installment_months.iter().any(|value| number(value) == Some(months));
        let card = cards.into_iter().find(offers).ok_or_else(|| refused("months_not_offered"))?;
        Ok(card.installment_card_id)
    }
}

#[async_trait::async_trait]
impl Bank for Epoint {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError> {
        let mut payload = json!({
            "amount": money::write(charge.amount),
            "currency": "AZN",
            "language": charge.language.code(),
            "order_id": charge.reference,
            "description": charge.description,
            "success_redirect_url": charge.success_url,
            "error_redirect_url": charge.failure_url,
        });
        let name = match charge.months {
            Some(months) => {
                payload["installment_card_id"] = self.instalment_card(charge, months).await?;
                payload["installment_month"] = Value::from(months);
                "installment-request"
            }
            None => "request",
        };
        let answer = self.ask(name, payload).await?;
        match (answer.transaction, answer.redirect_url) {
            (Some(transaction), Some(redirect_url)) if answer.status != "error" => {
                Ok(Created { transaction, redirect_url })
            }
            _ if answer.status == "error" => Err(refused(&text(&answer.code))),
            _ => Err(BankError::Silent("unreadable_answer")),
        }
    }

    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError> {
        let answer = self.ask("get-status", json!({ "transaction": transaction })).await?;
        match &answer.transaction {
            Some(reported) if reported == transaction => {
                status_of(&answer).ok_or(BankError::Silent("unreadable_answer"))
            }
            Some(_) => Err(BankError::Silent("unreadable_answer")),
            None => Err(refused(&text(&answer.code))),
        }
    }

    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError> {
        let mut payload = json!({ "transaction": transaction, "currency": "AZN", "language": "az" });
        if !is_all {
            payload["amount"] = Value::from(money::write(amount));
        }
        let answer = self.ask("reverse", payload).await?;
        match answer.status.as_str() {
            "success" | "returned" => Ok(()),
            "error" | "failed" => Err(refused(&text(&answer.code))),
            _ => Err(BankError::Silent("unreadable_answer")),
        }
    }

    /// Not documented. The fields are those of `refund-request`, with the card number.
    async fn pay_out(&self, payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        let payload = json!({
            "order_id": payout.reference,
            "amount": money::write(payout.amount),
            "currency": "AZN",
            "language": "az",
            "card_number": payout.card.digits(),
            "description": payout.description,
        });
        let answer = self.ask("payout", payload).await?;
        match status_of(&answer) {
            Some(status) if answer.transaction.is_some() => Ok(Payout { transaction: answer.transaction, status }),
            _ if answer.status == "error" => Err(refused(&text(&answer.code))),
            _ => Err(BankError::Silent("unreadable_answer")),
        }
    }

    /// A refusal does not prove that nothing was paid, because ePoint refuses every known reference.
    async fn confirm_payout(&self, payout: &NewPayout<'_>, transaction: Option<&str>) -> Result<Payout, BankError> {
        match transaction {
            Some(transaction) => match self.status(transaction).await {
                Ok(status) => Ok(Payout { transaction: Some(transaction.to_owned()), status }),
                Err(BankError::Refused(_)) => Err(BankError::Silent("unknown_transaction")),
                Err(silent) => Err(silent),
            },
            None => match self.pay_out(payout).await {
                Err(BankError::Refused(_)) => Err(BankError::Silent("refused_again")),
                answer => answer,
            },
        }
    }

    async fn payout_status(&self, transaction: &str) -> Option<Result<BankStatus, BankError>> {
        Some(self.status(transaction).await)
    }

    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted> {
        if body.len() > MAX_CALLBACK_LENGTH {
            return Err(Untrusted);
        }
        let field =
            |wanted: &str| form_urlencoded::parse(body).find(|(name, _)| name == wanted).map(|(_, value)| value);
        let (data, signature) = field("data").zip(field("signature")).ok_or(Untrusted)?;
        // Verified before anything is decoded.
        if !self.signer.verify(&data, &signature) {
            return Err(Untrusted);
        }
        let payload = STANDARD.decode(data.as_bytes()).map_err(|_| Untrusted)?;
        let answer: Answer = serde_json::from_slice(&payload).map_err(|_| Untrusted)?;
        let status = status_of(&answer);
        let transaction = answer.transaction.ok_or(Untrusted)?;
        Ok(Callback { transaction, reference: answer.order_id, status })
    }
}

fn status_of(answer: &Answer) -> Option<BankStatus> {
    match answer.status.as_str() {
        "new" | "server_error" => Some(BankStatus::Pending),
        "success" => money::read(&answer.amount).map(|amount| BankStatus::Paid { amount }),
        "failed" | "error" => Some(BankStatus::Failed { code: sanitized(&text(&answer.code)) }),
        "returned" => Some(BankStatus::Returned { amount: money::read(&answer.amount) }),
        _ => None,
    }
}

/// Some answers wrap the list in an object.
fn first_list(answer: Value) -> Value {
    let Value::Object(fields) = answer else { return Value::Null };
    fields.into_iter().map(|(_, value)| value).find(Value::is_array).unwrap_or_default()
}

fn refused(code: &str) -> BankError {
    let code = sanitized(code);
    BankError::Refused(if code.is_empty() { "error".to_owned() } else { code })
}

/// Some fields come as a text or as a number.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

fn number(value: &Value) -> Option<i32> {
    text(value).parse().ok()
}

#[cfg(test)]
mod tests;
