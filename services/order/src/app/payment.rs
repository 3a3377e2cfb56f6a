//! The money of orders. A charge is one attempt at paying an order at a bank.
//!
//! Banks are never called inside a transaction. A bank's answer is written in one that locks the order's row, then the
//! charge's, so callbacks and polls may come in any order and repeatedly.

mod callback;
mod open;
mod poll;
mod reconcile;
mod return_money;
mod settle;
mod workers;

pub use callback::handle_callback;
pub use open::open;
pub use poll::{poll_due, poll_order};
pub use reconcile::{ChargeDifference, Report, UNKNOWN, compare_with_bank, reconcile};
pub use return_money::{return_money, send_due_returns};
pub use workers::workers;

use return_money::send_next_return;

#[cfg(test)]
mod tests;
