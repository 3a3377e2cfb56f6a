//! A payout to a card.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::money;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    pub transaction: String,
    /// The shop's id.
    pub order_id: String,
    pub amount: i64,
    /// The amount that reached the card; differs from `amount` only by misbehaviour.
    pub paid: i64,
    /// `000`, or the reason of the failure.
    pub code: String,
    pub card_mask: String,
    pub created_at: DateTime<Utc>,
    /// The result is not known before this time.
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
            "operation_code": "300",
            "card_mask": self.card_mask,
            "amount": money::format(amount),
            "trace_id": self.transaction,
        })
    }
}
