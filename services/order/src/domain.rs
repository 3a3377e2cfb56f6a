//! The nouns and rules of carts and orders. Nothing here performs I/O or knows how it is called.

pub mod cart;
pub mod change;
pub mod charge;
pub mod check;
pub mod checkout;
pub mod code;
pub mod ledger;
pub mod pay;
pub mod plan;
pub mod price;
pub mod quote;
pub mod status;
