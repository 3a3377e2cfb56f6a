//! The rules of texts, tags and redirects. Nothing here performs I/O.

pub mod page;
pub mod path;
pub mod redirect;
pub mod robots;
pub mod tag;
pub mod template;
