//! A payout: money that the shop sends to a card, as the sandbox bank stores and reports it. `pay_out.rs` makes
//! payouts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::money;

/// ePoint's code that tells payouts from payments in a response.
const PAYOUT_OPERATION: &str = "300";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    /// The bank's id: `tp` and ten digits.
    pub transaction: String,
    /// The shop's id of this payout.
    pub order_id: String,
    /// The amount that the shop requested, in qəpik.
    pub amount: i64,
    /// The amount that reached the card, in qəpik: zero if the payout failed, otherwise `amount`, or more if
    /// `/sandbox/misbehave` asked for a wrong amount.
    pub paid: i64,
    /// [`SUCCESS_CODE`](crate::cards::SUCCESS_CODE), or the reason of the failure.
    pub code: String,
    /// The card number with its middle digits hidden.
    pub card_mask: String,
    pub created_at: DateTime<Utc>,
    /// The result is not reported before this time. Until then the status is `new`.
    pub settled_at: DateTime<Utc>,
}

impl Payout {
    /// Returns the payout as the bank reports it: in the responses to `payout` and `get-status`, and in callbacks.
    pub fn to_json(&self, now: DateTime<Utc>) -> Value {
        let is_settled = self.settled_at <= now;
        let (status, amount) = match (is_settled, self.paid) {
            (false, _) => ("new", self.amount),
            (true, 0) => ("failed", self.amount),
            (true, paid) => ("success", paid),
        };
        json!({
            "status": status,
            "code": if status == "new" { Value::Null } else { json!(self.code) },
            "message": status,
            "order_id": self.order_id,
            "transaction": self.transaction,
            "operation_code": PAYOUT_OPERATION,
            "card_mask": self.card_mask,
            "amount": money::format(amount),
            "trace_id": self.transaction,
        })
    }
}
