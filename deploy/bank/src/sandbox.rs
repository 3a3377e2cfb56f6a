//! What only a sandbox has: bad manners on demand, and books that anybody may read.

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
}

/// Concerns the next payment that is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Misbehaviour {
    pub kind: Kind,
    #[serde(default = "five")]
    pub seconds: u32,
    #[serde(default = "one")]
    pub count: usize,
}

fn five() -> u32 {
    5
}

fn one() -> usize {
    1
}

pub async fn misbehave(State(bank): State<Bank>, Json(mood): Json<Misbehaviour>) -> StatusCode {
    let count = mood.count.min(1_000);
    bank.book.pages().moods.extend(std::iter::repeat_n(mood, count));
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
