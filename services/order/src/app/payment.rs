//! The money of orders: charges at banks, their results, returns, and the ledger.
//!
//! Banks are never called inside a transaction. A bank's answer is written in one: it locks the order's row, then the
//! charge's, and writes the charge, the ledger and the order's next step together. So callbacks, polls and the
//! browser's return may come in any order, repeatedly and at any time.

mod books;
mod callback;
mod give_back;
mod open;
mod poll;
mod reconcile;
mod settle;
mod workers;

pub use books::{book_delivery, give_back_bonuses, is_returned, owe_part, owe_rest, pay_out, write as write_movement};
pub use callback::handle_callback;
pub use give_back::{give_back, give_back_due};
pub use open::open;
pub use poll::{poll_due, poll_order};
pub use reconcile::{ChargeDifference, Report, compare_with_bank, reconcile};
pub use workers::workers;

use give_back::give_back_next;

#[cfg(test)]
mod tests;
