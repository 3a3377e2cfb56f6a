//! A payout: money that the shop sends to a card.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::money;

/// Tells payouts from payments in ePoint's responses.
const PAYOUT_OPERATION: &str = "300";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    /// The bank's id: `tp` and ten digits.
    pub transaction: String,
    /// The shop's id.
    pub order_id: String,
    /// In qəpik.
    pub amount: i64,
    /// In qəpik; zero if the payout failed. A requested misbehaviour makes it larger than `amount`.
    pub paid: i64,
    /// [`SUCCESS_CODE`](crate::cards::SUCCESS_CODE) or the decline code.
    pub code: String,
    pub card_mask: String,
    pub created_at: DateTime<Utc>,
    /// Before this time, the status is `new`.
    pub settled_at: DateTime<Utc>,
}

impl Payout {
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
