//! SQL, and nothing else. What belongs to somebody is asked for by whose it is.

pub mod cart;
pub mod charge;
pub mod charge_return;
pub mod ledger;
pub mod line;
pub mod promo;
pub mod slot;
pub mod zone;

#[cfg(test)]
mod tests;
