//! Use cases: the changes that operators make, each with its audit row in the same transaction, and the notices to search engines.

pub mod content;
pub mod redirect;
pub mod settings;
pub mod tell;
pub mod words;
