//! What operators do. Every change is written down with who made it, in the same transaction.

pub mod redirect;
pub mod words;
