//! Routes that a real bank does not have: misbehaviour on request, and lists of all payments and payouts.

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Bank, money};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Late,
    Duplicate,
    Reordered,
    Forged,
    WrongAmount,
    Drop,
    /// Payouts: the payout is made, but the response is lost.
    Lost,
    /// Payouts: the payout is not made, and there is no response.
    Silent,
    /// Payouts: the response reports a different amount than was paid.
    Misstated,
}

/// Applies to the next `count` settled payments, or to the next payouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Misbehaviour {
    pub kind: Kind,
    #[serde(default = "five")]
    pub seconds: u32,
    #[serde(default = "one")]
    pub count: usize,
    #[serde(default)]
    pub is_payout: bool,
}

fn five() -> u32 {
    5
}

fn one() -> usize {
    1
}

pub async fn misbehave(State(bank): State<Bank>, Json(mood): Json<Misbehaviour>) -> StatusCode {
    let count = mood.count.min(1_000);
    let mut pages = bank.book.pages();
    if mood.is_payout {
        pages.payout_moods.extend(std::iter::repeat_n(mood.kind, count));
    } else {
        pages.moods.extend(std::iter::repeat_n(mood, count));
    }
    StatusCode::NO_CONTENT
}

pub async fn payments(State(bank): State<Bank>) -> Json<Value> {
    let pages = bank.book.pages();
    let payments = pages.payments().map(|payment| {
        json!({
            "transaction": payment.transaction,
            "order_id": payment.order_id,
            "status": payment.status,
            "amount": money::write(payment.amount),
            "charged": money::write(payment.charged),
            "returned": money::write(payment.returned),
            "created_at": payment.created_at.to_rfc3339(),
        })
    });
    Json(json!({ "payments": payments.collect::<Vec<_>>() }))
}

pub async fn payouts(State(bank): State<Bank>) -> Json<Value> {
    let now = bank.clock.now();
    let pages = bank.book.pages();
    Json(json!({ "payouts": pages.payouts().map(|payout| payout.told(now)).collect::<Vec<_>>() }))
}
