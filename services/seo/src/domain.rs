//! Rules for content pages, settings, SEO texts, tags, redirects and IndexNow. Nothing here performs I/O.

pub mod change;
pub mod content;
pub mod key;
pub mod markdown;
pub mod page;
pub mod path;
pub mod promised;
pub mod redirect;
pub mod robots;
pub mod settings;
pub mod tag;
pub mod template;
pub mod verdict;
