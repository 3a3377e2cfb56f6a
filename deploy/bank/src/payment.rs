//! A payment by card, as the sandbox bank stores and reports it, and the changes of its status.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{cards::SUCCESS_CODE, money};

/// The maximum length of the shop's `order_id`, in bytes.
pub const MAX_ORDER_ID_LENGTH: usize = 255;
/// ePoint's code that tells payments from payouts in a response.
const PAYMENT_OPERATION: &str = "100";

/// ePoint's statuses of a payment. All but `New` are settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The shopper has not paid yet.
    New,
    Success,
    /// The card was declined, or the shopper has cancelled.
    Failed,
    /// The payment is fully or partly refunded.
    Returned,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The bank's id: `te` and ten digits.
    pub transaction: String,
    /// The shop's id of this payment.
    pub order_id: String,
    /// The amount that the shop requested, in qəpik.
    pub amount: i64,
    /// The amount charged to the card, in qəpik: zero until the payment is approved. Then it is `amount`, or more if
    /// `/sandbox/misbehave` asked for a wrong amount.
    pub charged: i64,
    /// The amount refunded so far, in qəpik. ePoint calls refunded money `returned`.
    pub returned: i64,
    pub status: Status,
    /// [`SUCCESS_CODE`], or the reason of the decline. It is missing until the payment is settled.
    pub code: Option<String>,
    /// The card number with its middle digits hidden.
    pub card_mask: Option<String>,
    /// The number of monthly instalments.
    pub months: Option<i64>,
    pub language: String,
    pub description: String,
    /// The shop's pages to which the shopper is redirected.
    pub success_url: String,
    pub error_url: String,
    pub created_at: DateTime<Utc>,
}

/// Why a refund is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundError {
    NotPaid,
    /// The amount is more than is left, or not positive.
    TooMuch,
}

impl Payment {
    /// Charges the card. Has no effect if the payment is settled already.
    pub fn approve(&mut self, mask: String) {
        if self.status == Status::New {
            self.status = Status::Success;
            self.charged = self.amount;
            self.code = Some(SUCCESS_CODE.to_owned());
            self.card_mask = Some(mask);
        }
    }

    /// Declines the card. Has no effect if the payment is settled already.
    pub fn decline(&mut self, code: String, mask: String) {
        if self.status == Status::New {
            self.status = Status::Failed;
            self.code = Some(code);
            self.card_mask = Some(mask);
        }
    }

    /// Refunds an amount, or, if none is given, everything that is not refunded yet.
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

    /// Returns the payment as the bank reports it: in the response to `get-status`, and in callbacks.
    pub fn to_json(&self) -> Value {
        let (status, amount) = match self.status {
            Status::New => ("new", self.amount),
            Status::Success => ("success", self.charged),
            Status::Failed => ("failed", self.amount),
            Status::Returned => ("returned", self.returned),
        };
        // The shop does not read all of these fields, but ePoint sends them, for example `rrn`.
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
