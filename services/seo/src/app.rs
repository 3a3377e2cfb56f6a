//! What operators do: every change is written down with who made it, in the same transaction. And what search engines are told.

pub mod redirect;
pub mod tell;
pub mod words;
