//! A payout from the shop to a card, as the sandbox bank stores and reports it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::money;

/// ePoint's code for payouts.
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
    pub card_mask: String,
    pub created_at: DateTime<Utc>,
    /// The result is not reported before this time. Until then the status is `new`.
    pub settled_at: DateTime<Utc>,
}

impl Payout {
    /// Returns the JSON of the response to `payout`, of `get-status` and of callbacks.
    pub fn to_json(&self, now: DateTime<Utc>) -> Value {
        let (status, amount) = match (self.settled_at <= now, self.paid) {
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
