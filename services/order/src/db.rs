//! SQL, and nothing else. Every function asks whose cart it is.

pub mod cart;
pub mod charge;
pub mod charge_return;
pub mod ledger;
pub mod line;
