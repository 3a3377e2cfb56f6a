//! The nouns and rules of carts and orders. Nothing here performs I/O or knows how it is called.
//! The nouns and rules of carts, of what an order costs and of when it can come. Nothing here performs I/O or knows how it
//! is called.

pub mod baku;
pub mod cart;
pub mod change;
pub mod charge;
pub mod check;
pub mod checkout;
pub mod code;
pub mod ledger;
pub mod pay;
pub mod plan;
pub mod delivery;
pub mod engine;
pub mod method;
pub mod money;
pub mod price;
pub mod promo;
pub mod quote;
pub mod status;
