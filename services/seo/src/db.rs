//! SQL, and nothing else.

pub mod audit;
pub mod page_text;
pub mod redirect;
pub mod robots;
pub mod tag;
