//! The use cases. Each change by staff is recorded in the audit log in the same transaction.

pub mod content;
pub mod home;
pub mod redirect;
pub mod settings;
pub mod submit;
pub mod texts;
