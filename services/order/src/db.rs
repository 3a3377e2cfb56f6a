//! SQL, and nothing else. Every function asks whose cart it is.

pub mod cart;
pub mod line;
