//! A payment as the bank keeps it, and what may become of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::money;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    New,
    Success,
    Failed,
    /// Some of it or all of it.
    Returned,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub transaction: String,
    pub order_id: String,
    /// What the shop asked for.
    pub amount: i64,
    /// What left the card: another sum only when the bank was told to misbehave.
    pub charged: i64,
    pub returned: i64,
    pub status: Status,
    pub code: Option<String>,
    pub card_mask: Option<String>,
    pub months: Option<i64>,
    pub language: String,
    pub description: String,
    pub success_url: String,
    pub error_url: String,
    pub created_at: DateTime<Utc>,
}

/// Why nothing goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotReturned {
    NotPaid,
    TooMuch,
}

impl Payment {
    /// The money has left the card. A payment is settled once.
    pub fn approve(&mut self, mask: String) {
        if self.status == Status::New {
            self.status = Status::Success;
            self.charged = self.amount;
            self.code = Some("000".to_owned());
            self.card_mask = Some(mask);
        }
    }

    pub fn decline(&mut self, code: String, mask: String) {
        if self.status == Status::New {
            self.status = Status::Failed;
            self.code = Some(code);
            self.card_mask = Some(mask);
        }
    }

    /// All that is left when no amount is named.
    pub fn give_back(&mut self, amount: Option<i64>) -> Result<(), NotReturned> {
        if !matches!(self.status, Status::Success | Status::Returned) {
            return Err(NotReturned::NotPaid);
        }
        let left = self.charged - self.returned;
        let amount = amount.unwrap_or(left);
        if amount <= 0 || amount > left {
            return Err(NotReturned::TooMuch);
        }
        self.returned += amount;
        self.status = Status::Returned;
        Ok(())
    }

    /// As `get-status` and callbacks tell it.
    pub fn told(&self) -> Value {
        let (status, amount) = match self.status {
            Status::New => ("new", self.amount),
            Status::Success => ("success", self.charged),
            Status::Failed => ("failed", self.amount),
            Status::Returned => ("returned", self.returned),
        };
        json!({
            "status": status,
            "code": self.code,
            "message": status,
            "order_id": self.order_id,
            "transaction": self.transaction,
            "bank_transaction": self.transaction.replace("te", "bt"),
            "bank_response": self.code,
            "operation_code": "100",
            "rrn": self.transaction.replace("te", ""),
            "card_name": self.card_mask.as_ref().map(|_| "SANDBOX CARD"),
            "card_mask": self.card_mask,
            "amount": money::write(amount),
            "other_attr": [],
            "trace_id": self.transaction,
        })
    }
}
