//! ePoint's API: `POST /api/1/<call>` with `data` and `signature`. Like ePoint, it returns errors with status 200.

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
    pay_out::pay_out,
    payment::{MAX_ORDER_ID_LENGTH, Payment, RefundError, Status},
    refusal::{Refusal, refusal, trace_id},
};

/// Card families: name, id, and the numbers of months they offer. They are test data, not real tariffs.
const INSTALMENTS: [(&str, &str, &[i64]); 2] =
    [("Birbank Taksit", "1", &[3, 6, 12, 18, 24]), ("Tamkart", "2", &[3, 6, 9, 12])];

/// The number of characters to which longer texts of a request are cut.
const MAX_TEXT_LENGTH: usize = 500;

#[derive(Deserialize)]
pub struct SignedForm {
    data: String,
    signature: String,
}

pub async fn heartbeat() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

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
        "payout" => return pay_out(bank, &payload),
        "request" => create(bank, &payload, None),
        "get-installment-request" => Ok(instalments()),
        "installment-request" => {
            let months = parse_integer(&payload["installment_month"]);
            let card = payload["installment_card_id"].as_str();
            let offered = |(_, id, offers): &(&str, &str, &[i64])| {
                card == Some(*id) && months.is_some_and(|months| offers.contains(&months))
            };
            if !INSTALMENTS.iter().any(offered) {
                return Err(refusal("119", "unknown instalment plan"));
            }
            create(bank, &payload, months)
        }
        "get-status" => status(bank, &payload),
        "reverse" => reverse(bank, &payload),
        _ => Err(refusal("904", "unknown call")),
    };
    response.map(|response| Json(response).into_response())
}

fn create(bank: &Bank, payload: &Value, months: Option<i64>) -> Result<Value, Refusal> {
    let text =
        |name: &str| payload[name].as_str().unwrap_or_default().chars().take(MAX_TEXT_LENGTH).collect::<String>();
    let amount = money::parse(&payload["amount"]).ok_or(refusal("903", "invalid amount"))?;
    let order_id = text("order_id");
    if order_id.is_empty() || order_id.len() > MAX_ORDER_ID_LENGTH || payload["currency"] != "AZN" {
        return Err(refusal("903", "invalid order_id or currency"));
    }
    let [success_url, error_url] = ["success_redirect_url", "error_redirect_url"].map(text);
    if ![&success_url, &error_url].into_iter().all(|url| url.starts_with("http://") || url.starts_with("https://")) {
        return Err(refusal("903", "invalid redirect URLs"));
    }
    let mut state = bank.store.lock();
    if state.payments().any(|payment| payment.order_id == order_id) {
        return Err(refusal("905", "order_id was used before"));
    }
    let transaction = format!("te{:010}", rand::thread_rng().gen_range(0_u64..10_000_000_000));
    let payment = Payment {
        transaction: transaction.clone(),
        order_id,
        amount,
        charged: 0,
        returned: 0,
        status: Status::New,
        code: None,
        card_mask: None,
        months,
        language: Language::from_tag(&text("language")).unwrap_or_default().code().to_owned(),
        description: text("description"),
        success_url,
        error_url,
        created_at: bank.clock.now(),
    };
    state.save_payment(payment).map_err(|_| refusal("909", "the journal cannot be written"))?;
    let redirect_url = format!("{}/pay/{transaction}", bank.url);
    Ok(json!({ "status": "success", "transaction": transaction, "redirect_url": redirect_url, "trace_id": trace_id() }))
}

fn instalments() -> Value {
    let cards = INSTALMENTS
        .map(|(name, id, months)| json!({ "name": name, "installment_card_id": id, "installment_months": months }));
    json!(cards)
}

/// Returns the payment's state. Like ePoint, it reports a failed payment as `error`.
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

fn parse_integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
