//! Routes that a real bank does not have: they request misbehaviour, and list all payments and payouts.

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Bank, money};

/// A wrong amount is this much too large, in qəpik.
pub const WRONG_BY: i64 = 100;
/// The largest accepted `count`.
const MAX_COUNT: usize = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The callback is sent after `seconds`. A payout has its result after a second.
    Late,
    /// The callback is sent twice.
    Duplicate,
    /// Payments: the callback is sent after that of another payment.
    Reordered,
    /// Payments: a callback with an invalid signature comes first.
    Forged,
    /// One manat more is charged or paid out.
    WrongAmount,
    /// No callback is sent.
    Drop,
    /// Payouts: the payout is made, but the response is lost.
    Lost,
    /// Payouts: there is neither a payout nor a response.
    Silent,
    /// Payouts: the response reports a wrong amount.
    Misstated,
}

/// Applies to the next `count` payments that are settled, or to the next `count` payouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Misbehaviour {
    pub kind: Kind,
    #[serde(default = "default_seconds")]
    pub seconds: u32,
    #[serde(default = "default_count")]
    pub count: usize,
    #[serde(default)]
    pub is_payout: bool,
}

fn default_seconds() -> u32 {
    5
}

fn default_count() -> usize {
    1
}

pub async fn misbehave(State(bank): State<Bank>, Json(misbehaviour): Json<Misbehaviour>) -> StatusCode {
    let count = misbehaviour.count.min(MAX_COUNT);
    let mut state = bank.store.lock();
    if misbehaviour.is_payout {
        state.payout_misbehaviours.extend(std::iter::repeat_n(misbehaviour.kind, count));
    } else {
        state.payment_misbehaviours.extend(std::iter::repeat_n(misbehaviour, count));
    }
    StatusCode::NO_CONTENT
}

pub async fn payments(State(bank): State<Bank>) -> Json<Value> {
    let state = bank.store.lock();
    let payments = state.payments().map(|payment| {
        json!({
            "transaction": payment.transaction,
            "order_id": payment.order_id,
            "status": payment.status,
            "amount": money::format(payment.amount),
            "charged": money::format(payment.charged),
            "returned": money::format(payment.returned),
            "created_at": payment.created_at.to_rfc3339(),
        })
    });
    Json(json!({ "payments": payments.collect::<Vec<_>>() }))
}

pub async fn payouts(State(bank): State<Bank>) -> Json<Value> {
    let now = bank.clock.now();
    let state = bank.store.lock();
    Json(json!({ "payouts": state.payouts().map(|payout| payout.to_json(now)).collect::<Vec<_>>() }))
}
