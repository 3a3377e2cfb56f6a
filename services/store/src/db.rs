//! SQL, and nothing else.

pub mod product;
pub mod store;
