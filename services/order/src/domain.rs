//! The nouns and rules of a cart. Nothing here performs I/O or knows how it is called.

pub mod cart;
pub mod change;
pub mod check;
pub mod price;
pub mod quote;
