//! A payment by card, as the bank stores and reports it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{cards::SUCCESS_CODE, money};

/// In bytes.
pub const MAX_ORDER_ID_LENGTH: usize = 255;
/// Tells payments from payouts in ePoint's responses.
const PAYMENT_OPERATION: &str = "100";

/// ePoint's statuses. All but `New` are settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    New,
    Success,
    Failed,
    /// Fully or partly refunded.
    Returned,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The bank's id: `te` and ten digits.
    pub transaction: String,
    /// The shop's id.
    pub order_id: String,
    /// In qəpik.
    pub amount: i64,
    /// In qəpik; zero until the payment is approved. A requested misbehaviour makes it larger than `amount`.
    pub charged: i64,
    /// In qəpik.
    pub returned: i64,
    pub status: Status,
    /// [`SUCCESS_CODE`] or the decline code, once the payment is settled.
    pub code: Option<String>,
    pub card_mask: Option<String>,
    /// The number of monthly instalments.
    pub months: Option<i64>,
    pub language: String,
    pub description: String,
    pub success_url: String,
    pub error_url: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundError {
    NotPaid,
    /// The amount is more than is left, or not positive.
    TooMuch,
}

impl Payment {
    /// Has no effect on a settled payment.
    pub fn approve(&mut self, mask: String) {
        if self.status == Status::New {
            self.status = Status::Success;
            self.charged = self.amount;
            self.code = Some(SUCCESS_CODE.to_owned());
            self.card_mask = Some(mask);
        }
    }

    /// Has no effect on a settled payment.
    pub fn decline(&mut self, code: String, mask: String) {
        if self.status == Status::New {
            self.status = Status::Failed;
            self.code = Some(code);
            self.card_mask = Some(mask);
        }
    }

    /// Without an amount, refunds all that is left.
    pub fn refund(&mut self, amount: Option<i64>) -> Result<(), RefundError> {
        if !matches!(self.status, Status::Success | Status::Returned) {
            return Err(RefundError::NotPaid);
        }
        let remaining = self.charged - self.returned;
        let amount = amount.unwrap_or(remaining);
        if amount <= 0 || amount > remaining {
            return Err(RefundError::TooMuch);
        }
        self.returned += amount;
        self.status = Status::Returned;
        Ok(())
    }

    /// The payment in callbacks and in the response to `get-status`.
    pub fn to_json(&self) -> Value {
        let (status, amount) = match self.status {
            Status::New => ("new", self.amount),
            Status::Success => ("success", self.charged),
            Status::Failed => ("failed", self.amount),
            Status::Returned => ("returned", self.returned),
        };
        // ePoint sends these fields, although the shop does not read all.
        let digits = self.transaction.trim_start_matches("te");
        json!({
            "status": status,
            "code": self.code,
            "message": status,
            "order_id": self.order_id,
            "transaction": self.transaction,
            "bank_transaction": format!("bt{digits}"),
            "bank_response": self.code,
            "operation_code": PAYMENT_OPERATION,
            "rrn": digits,
            "card_name": self.card_mask.as_ref().map(|_| "SANDBOX CARD"),
            "card_mask": self.card_mask,
            "amount": money::format(amount),
            "other_attr": [],
            "trace_id": self.transaction,
        })
    }
}
