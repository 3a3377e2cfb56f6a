//! Manages the money of orders: charges at banks, their results, returns of money, and the ledger. A charge is one
//! attempt at paying an order at a bank.
//!
//! Banks are never called inside a transaction. The transaction that writes a bank's answer locks the order's row and
//! then the charge's row. It writes the charge, the ledger and the order's next step. Therefore callbacks, polls and
//! the browser's return may come in any order, repeatedly and at any time.

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
pub use reconcile::{ChargeDifference, Report, compare_with_bank, reconcile};
pub use return_money::{return_money, send_due_returns};
pub use workers::workers;

use return_money::send_next_return;

#[cfg(test)]
mod tests;
