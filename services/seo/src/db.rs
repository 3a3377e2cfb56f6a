//! SQL, and nothing else.

pub mod page_text;
pub mod tag;
