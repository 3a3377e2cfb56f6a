//! The rules of texts. Nothing here performs I/O.

pub mod page;
pub mod template;
