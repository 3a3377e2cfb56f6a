//! Asking money back, and deciding about it. Who asks and who decides hold the order's row, so of any number of requests at
//! once none is given what another has.

mod ask;
mod decide;
mod restock;

pub use ask::{Asked, ask};
pub use decide::{Decision, decide};
pub use restock::{restock_due, worker};

use crate::domain::refund::Refund;

/// With the code of its order.
pub struct Told {
    pub order_code: String,
    pub refund: Refund,
}
