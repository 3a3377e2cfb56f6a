//! The API of the payment provider ePoint: `POST /api/1/<call>` with a signed payload. Like ePoint, the sandbox bank
//! returns errors with the HTTP status 200.

use axum::{
    Form, Json,
    extract::{Path, State},
    response::{IntoResponse as _, Response},
};
use kit::Language;
use rand::Rng as _;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Bank,
    callbacks::queue_callbacks,
    money,
    payment::{MAX_ORDER_ID_LENGTH, Payment, RefundError, Status},
    payout_api::pay_out,
    refusal::{Refusal, refusal, trace_id},
};

/// A kind of card with which shoppers can pay in monthly instalments.
struct InstalmentCard {
    id: &'static str,
    name: &'static str,
    months: &'static [i64],
}

/// Test data, not real tariffs.
const INSTALMENT_CARDS: [InstalmentCard; 2] = [
    InstalmentCard { id: "1", name: "Birbank Taksit", months: &[3, 6, 12, 18, 24] },
    InstalmentCard { id: "2", name: "Tamkart", months: &[3, 6, 9, 12] },
];

/// Longer texts of a request are cut.
const MAX_TEXT_LENGTH: usize = 500;

#[derive(Deserialize)]
pub struct SignedForm {
    /// The payload: JSON in base64.
    data: String,
    signature: String,
}

pub async fn heartbeat() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

/// Converts a refusal to ePoint's error response.
pub async fn call(State(bank): State<Bank>, Path(name): Path<String>, Form(form): Form<SignedForm>) -> Response {
    handle(&bank, &name, &form).unwrap_or_else(|Refusal { code, message }| {
        Json(json!({ "status": "error", "code": code, "message": message, "trace_id": trace_id() })).into_response()
    })
}

fn handle(bank: &Bank, name: &str, form: &SignedForm) -> Result<Response, Refusal> {
    let payload = bank.signer.open(&form.data, &form.signature).ok_or(refusal("901", "invalid signature"))?;
    if payload["public_key"].as_str() != Some(&bank.public_key) {
        return Err(refusal("902", "unknown public_key"));
    }
    let response = match name {
        // A requested misbehaviour can make this response a gateway's error page instead of JSON.
        "payout" => return pay_out(bank, &payload),
        "request" => create(bank, &payload, None),
        "get-installment-request" => Ok(instalments()),
        "installment-request" => create_with_instalments(bank, &payload),
        "get-status" => status(bank, &payload),
        "reverse" => reverse(bank, &payload),
        _ => Err(refusal("904", "unknown call")),
    };
    response.map(|response| Json(response).into_response())
}

fn create_with_instalments(bank: &Bank, payload: &Value) -> Result<Value, Refusal> {
    let months = parse_integer(&payload["installment_month"]);
    let card_id = payload["installment_card_id"].as_str();
    let offers_plan =
        |card: &InstalmentCard| card_id == Some(card.id) && months.is_some_and(|months| card.months.contains(&months));
    if !INSTALMENT_CARDS.iter().any(offers_plan) {
        return Err(refusal("119", "unknown instalment plan"));
    }
    create(bank, payload, months)
}

/// Creates a payment, and returns the address of its card page. `months` is the number of monthly instalments.
fn create(bank: &Bank, payload: &Value, months: Option<i64>) -> Result<Value, Refusal> {
    let request = PaymentRequest::parse(payload)?;
    let mut state = bank.store.lock();
    if state.payments().any(|payment| payment.order_id == request.order_id) {
        return Err(refusal("905", "order_id was used before"));
    }
    let transaction = format!("te{:010}", rand::thread_rng().gen_range(0_u64..10_000_000_000));
    let payment = Payment {
        transaction: transaction.clone(),
        order_id: request.order_id,
        amount: request.amount,
        charged: 0,
        returned: 0,
        status: Status::New,
        code: None,
        card_mask: None,
        months,
        language: request.language.code().to_owned(),
        description: request.description,
        success_url: request.success_url,
        error_url: request.error_url,
        created_at: bank.clock.now(),
    };
    state.save_payment(payment).map_err(|_| refusal("909", "the journal cannot be written"))?;
    let redirect_url = format!("{}/pay/{transaction}", bank.url);
    Ok(json!({ "status": "success", "transaction": transaction, "redirect_url": redirect_url, "trace_id": trace_id() }))
}

/// The valid fields of a request for a payment.
struct PaymentRequest {
    order_id: String,
    /// In qəpik.
    amount: i64,
    language: Language,
    description: String,
    success_url: String,
    error_url: String,
}

impl PaymentRequest {
    fn parse(payload: &Value) -> Result<Self, Refusal> {
        let text = |name: &str| -> String {
            payload[name].as_str().unwrap_or_default().chars().take(MAX_TEXT_LENGTH).collect()
        };
        let amount = money::parse(&payload["amount"]).ok_or(refusal("903", "invalid amount"))?;
        let order_id = text("order_id");
        if order_id.is_empty() || order_id.len() > MAX_ORDER_ID_LENGTH || payload["currency"] != "AZN" {
            return Err(refusal("903", "invalid order_id or currency"));
        }
        let (success_url, error_url) = (text("success_redirect_url"), text("error_redirect_url"));
        if !is_web_url(&success_url) || !is_web_url(&error_url) {
            return Err(refusal("903", "invalid redirect URLs"));
        }
        let language = Language::from_tag(&text("language")).unwrap_or_default();
        Ok(Self { order_id, amount, language, description: text("description"), success_url, error_url })
    }
}

fn is_web_url(url: &str) -> bool {
    url.starts_with("http://") || url.starts_with("https://")
}

fn instalments() -> Value {
    let cards = INSTALMENT_CARDS.map(|InstalmentCard { id, name, months }| {
        json!({ "name": name, "installment_card_id": id, "installment_months": months })
    });
    json!(cards)
}

/// Like ePoint, reports a failed payment as `error`, where a callback says `failed`.
fn status(bank: &Bank, payload: &Value) -> Result<Value, Refusal> {
    let state = bank.store.lock();
    if let Some(payout) = payload["transaction"].as_str().and_then(|transaction| state.payout(transaction)) {
        let mut response = payout.to_json(bank.clock.now());
        if response["status"] == "failed" {
            response["status"] = json!("error");
        }
        return Ok(response);
    }

    let payment = find_payment(payload, |transaction| state.payment(transaction).cloned())?;
    let mut response = payment.to_json();
    if payment.status == Status::Failed {
        response["status"] = json!("error");
    }
    Ok(response)
}

fn reverse(bank: &Bank, payload: &Value) -> Result<Value, Refusal> {
    let mut state = bank.store.lock();
    let mut payment = find_payment(payload, |transaction| state.payment(transaction).cloned())?;
    let amount = match &payload["amount"] {
        Value::Null => None,
        amount => Some(money::parse(amount).ok_or(refusal("903", "invalid amount"))?),
    };
    payment.refund(amount).map_err(|error| match error {
        RefundError::NotPaid => refusal("906", "the payment is not paid"),
        RefundError::TooMuch => refusal("907", "the amount exceeds the rest of the payment"),
    })?;
    let journal_error = |_| refusal("909", "the journal cannot be written");
    state.save_payment(payment.clone()).map_err(journal_error)?;
    queue_callbacks(bank, &mut state, &payment, None).map_err(journal_error)?;
    Ok(json!({ "status": "success", "message": "returned", "trace_id": trace_id() }))
}

fn find_payment(payload: &Value, find: impl Fn(&str) -> Option<Payment>) -> Result<Payment, Refusal> {
    payload["transaction"].as_str().and_then(find).ok_or(refusal("908", "unknown transaction"))
}

/// Accepts a JSON number or text.
fn parse_integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
