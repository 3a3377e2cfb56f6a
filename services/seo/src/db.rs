//! Queries, by table.

pub mod content;
pub mod home;
pub mod indexnow_change;
pub mod indexnow_lease;
pub mod page_text;
pub mod redirect;
pub mod robots;
pub mod setting;
pub mod tag;
