//! ePoint's calls: `POST /api/1/<call>` with `data` and `signature`. Errors are returned with status 200, as ePoint
//! does.

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
    callbacks::announce,
    money,
    pay_out::pay_out,
    payment::{NotReturned, Payment, Status},
    refusal::{Refusal, refusal, trace},
};

/// Card families and the numbers of months they offer. Test data, not real tariffs.
const INSTALMENTS: [(&str, &str, &[i64]); 2] =
    [("Birbank Taksit", "1", &[3, 6, 12, 18, 24]), ("Tamkart", "2", &[3, 6, 9, 12])];

#[derive(Deserialize)]
pub struct Signed {
    data: String,
    signature: String,
}

pub async fn heartbeat() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

pub async fn call(State(bank): State<Bank>, Path(name): Path<String>, Form(form): Form<Signed>) -> Response {
    answer(&bank, &name, &form).unwrap_or_else(|Refusal { code, message }| {
        Json(json!({ "status": "error", "code": code, "message": message, "trace_id": trace() })).into_response()
    })
}

fn answer(bank: &Bank, name: &str, form: &Signed) -> Result<Response, Refusal> {
    let payload = bank.signer.open(&form.data, &form.signature).ok_or(refusal("901", "signature is wrong"))?;
    if payload["public_key"].as_str() != Some(&bank.public_key) {
        return Err(refusal("902", "public_key is unknown"));
    }
    let answer = match name {
        "payout" => return pay_out(bank, &payload),
        "request" => create(bank, &payload, None),
        "get-installment-request" => Ok(instalments()),
        "installment-request" => {
            let months = whole(&payload["installment_month"]);
            let card = payload["installment_card_id"].as_str();
            let offered = |(_, id, offers): &(&str, &str, &[i64])| {
                card == Some(*id) && months.is_some_and(|months| offers.contains(&months))
            };
            if !INSTALMENTS.iter().any(offered) {
                return Err(refusal("119", "no such instalment plan"));
            }
            create(bank, &payload, months)
        }
        "get-status" => status(bank, &payload),
        "reverse" => reverse(bank, &payload),
        _ => Err(refusal("904", "no such call")),
    };
    answer.map(|answer| Json(answer).into_response())
}

fn create(bank: &Bank, payload: &Value, months: Option<i64>) -> Result<Value, Refusal> {
    let text = |name: &str| payload[name].as_str().unwrap_or_default().chars().take(500).collect::<String>();
    let amount = money::read(&payload["amount"]).ok_or(refusal("903", "amount is wrong"))?;
    let order_id = text("order_id");
    if order_id.is_empty() || order_id.len() > 255 || payload["currency"] != "AZN" {
        return Err(refusal("903", "order_id or currency is wrong"));
    }
    let [success_url, error_url] = ["success_redirect_url", "error_redirect_url"].map(text);
    if ![&success_url, &error_url].into_iter().all(|url| url.starts_with("http://") || url.starts_with("https://")) {
        return Err(refusal("903", "redirect urls are wrong"));
    }
    let mut pages = bank.book.pages();
    if pages.payments().any(|payment| payment.order_id == order_id) {
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
    pages.keep_payment(payment).map_err(|_| refusal("909", "the books are closed"))?;
    let redirect_url = format!("{}/pay/{transaction}", bank.url);
    Ok(json!({ "status": "success", "transaction": transaction, "redirect_url": redirect_url, "trace_id": trace() }))
}

fn instalments() -> Value {
    let cards = INSTALMENTS
        .map(|(name, id, months)| json!({ "name": name, "installment_card_id": id, "installment_months": months }));
    json!(cards)
}

/// Reports a failed payment as `error`, as ePoint does.
fn status(bank: &Bank, payload: &Value) -> Result<Value, Refusal> {
    let pages = bank.book.pages();
    if let Some(payout) = payload["transaction"].as_str().and_then(|transaction| pages.payout(transaction)) {
        let mut told = payout.told(bank.clock.now());
        if told["status"] == "failed" {
            told["status"] = json!("error");
        }
        return Ok(told);
    }
    let payment = known(payload, |transaction| pages.payment(transaction).cloned())?;
    let mut told = payment.told();
    if payment.status == Status::Failed {
        told["status"] = json!("error");
    }
    Ok(told)
}

fn reverse(bank: &Bank, payload: &Value) -> Result<Value, Refusal> {
    let mut pages = bank.book.pages();
    let mut payment = known(payload, |transaction| pages.payment(transaction).cloned())?;
    let amount = match &payload["amount"] {
        Value::Null => None,
        amount => Some(money::read(amount).ok_or(refusal("903", "amount is wrong"))?),
    };
    payment.give_back(amount).map_err(|why| match why {
        NotReturned::NotPaid => refusal("906", "it is not paid"),
        NotReturned::TooMuch => refusal("907", "that much is not left"),
    })?;
    let closed = |_| refusal("909", "the books are closed");
    pages.keep_payment(payment.clone()).map_err(closed)?;
    announce(bank, &mut pages, &payment, None).map_err(closed)?;
    Ok(json!({ "status": "success", "message": "returned", "trace_id": trace() }))
}

fn known(payload: &Value, find: impl Fn(&str) -> Option<Payment>) -> Result<Payment, Refusal> {
    payload["transaction"].as_str().and_then(find).ok_or(refusal("908", "no such transaction"))
}

fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
