//! Routes that a real bank does not have. Tests and developers request misbehaviour, and list all payments and payouts.

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Bank, money};

/// The qəpik by which a wrong amount is too high: 1 manat.
pub const WRONG_BY: i64 = 100;
/// The largest number of payments or payouts for which one request can demand misbehaviour.
const MAX_COUNT: usize = 1_000;

/// A fault of the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The callback is sent `seconds` later. A payout has its result after a second.
    Late,
    /// The callback is sent twice.
    Duplicate,
    /// Payments: the callback is sent after the callback about another payment.
    Reordered,
    /// Payments: a callback with an invalid signature is sent before the genuine one.
    Forged,
    /// One manat more is charged or paid out.
    WrongAmount,
    /// No callback is sent.
    Drop,
    /// Payouts: the payout is made, but the response is lost.
    Lost,
    /// Payouts: the payout is not made, and there is no response.
    Silent,
    /// Payouts: the response reports a different amount than was paid.
    Misstated,
}

/// A request for misbehaviour at the next `count` payments that are settled, or at the next `count` payouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Misbehaviour {
    pub kind: Kind,
    /// The delay of a late callback.
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

/// Stores a request for misbehaviour.
pub async fn misbehave(State(bank): State<Bank>, Json(misbehaviour): Json<Misbehaviour>) -> StatusCode {
    let count = misbehaviour.count.min(MAX_COUNT);
    let mut state = bank.store.lock();
    if misbehaviour.is_payout {
        state.payout_misbehaviours.extend(std::iter::repeat_n(misbehaviour.kind, count));
    } else {
        state.misbehaviours.extend(std::iter::repeat_n(misbehaviour, count));
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

/// Lists all payouts, as the bank reports them.
pub async fn payouts(State(bank): State<Bank>) -> Json<Value> {
    let now = bank.clock.now();
    let state = bank.store.lock();
    Json(json!({ "payouts": state.payouts().map(|payout| payout.to_json(now)).collect::<Vec<_>>() }))
}
