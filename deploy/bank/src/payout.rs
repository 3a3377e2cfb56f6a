//! Money that the shop sends to a card.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::money;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    pub transaction: String,
    /// The shop's name for it.
    pub order_id: String,
    pub amount: i64,
    /// What reached the card: another sum only when the bank was told to misbehave.
    pub paid: i64,
    /// `000`, or why not.
    pub code: String,
    pub card_mask: String,
    pub created_at: DateTime<Utc>,
    /// The verdict is not known before.
    pub settled_at: DateTime<Utc>,
}

impl Payout {
    /// As the call itself, `get-status` and callbacks tell it.
    pub fn told(&self, now: DateTime<Utc>) -> Value {
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
            "amount": money::write(amount),
            "trace_id": self.transaction,
        })
    }
}
