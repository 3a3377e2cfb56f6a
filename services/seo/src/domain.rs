//! The rules of texts, tags, redirects and of what search engines are told at once. Nothing here performs I/O.

pub mod change;
pub mod key;
pub mod page;
pub mod path;
pub mod redirect;
pub mod robots;
pub mod tag;
pub mod template;
pub mod verdict;
