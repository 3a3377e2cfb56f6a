//! The business rules as pure functions.

pub mod changed_page;
pub mod content;
pub mod home;
pub mod indexnow_key;
pub mod markdown;
pub mod path;
pub mod redirect;
pub mod robots;
pub mod seo_texts;
pub mod settings;
pub mod shop_rules;
pub mod submission;
pub mod tag;
pub mod template;
