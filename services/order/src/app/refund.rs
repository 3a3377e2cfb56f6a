//! Requests and decisions of refunds lock the order's row, so that no unit is claimed twice.

mod decide;
mod request;
mod restock;

pub use decide::{Decision, decide};
pub use request::{RefundRequest, Requester, request};
pub use restock::{restock_due, worker};

use crate::domain::refund::Refund;

pub struct RefundOfOrder {
    pub order_code: String,
    pub refund: Refund,
}
