//! SQL, and nothing else.

pub mod notification;
pub mod setting;
