//! Manages refunds: a shopper requests one for units of an order, an operator decides, and the money and bonuses go
//! back. Requests and decisions lock the order's row, so that concurrent requests cannot claim the same units.

mod decide;
mod request;
mod restock;

pub use decide::{Decision, decide};
pub use request::{RefundRequest, Requester, request};
pub use restock::{restock_due, worker};

use crate::domain::refund::Refund;

/// A refund, and the code of its order.
pub struct RefundOfOrder {
    pub order_code: String,
    pub refund: Refund,
}
