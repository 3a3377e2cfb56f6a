//! The nouns and rules of carts, of what an order costs and of when it can come. Nothing here performs I/O or knows how it
//! is called.

pub mod baku;
pub mod cart;
pub mod change;
pub mod check;
pub mod delivery;
pub mod engine;
pub mod method;
pub mod money;
pub mod price;
pub mod promo;
pub mod quote;
