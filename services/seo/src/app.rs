//! Use cases. Changes by staff are audited in the same transaction.

pub mod content;
pub mod redirect;
pub mod settings;
pub mod submit;
pub mod texts;
