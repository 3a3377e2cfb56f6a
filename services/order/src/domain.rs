//! The nouns and rules of carts and orders. Nothing here performs I/O or knows how it is called.

pub mod cart;
pub mod change;
pub mod check;
pub mod checkout;
pub mod code;
pub mod pay;
pub mod price;
pub mod quote;
pub mod status;
