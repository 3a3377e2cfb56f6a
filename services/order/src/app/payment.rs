//! Money of orders: charges at banks, what banks say of them, what goes back, and the ledger of all of it.
//!
//! A bank is never waited for inside a transaction, and what it says is written in one: the order's row is locked, then the
//! charge's; the charge, the ledger and the order's next step stand or fall together. So it does not matter in which order, how
//! often and when the callback, the poll and the browser come.

mod ask;
mod books;
mod give_back;
mod hear;
mod open;
mod reconcile;
mod settle;
mod upkeep;

pub use ask::{ask, ask_due};
pub use books::{book_delivery, give_back_bonuses, is_back, owe, owe_part, pay_out, write as write_movement};
pub use give_back::{give_back, give_back_due};
pub use hear::hear;
pub use open::open;
pub use reconcile::{Reconciled, Report, compare_with_bank, reconcile};
pub use upkeep::workers;

use give_back::give_back_next;

#[cfg(test)]
mod tests;
