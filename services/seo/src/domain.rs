//! The rules and types of the SEO service. They perform no I/O.

pub mod changed_page;
pub mod content;
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
