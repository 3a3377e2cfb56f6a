//! Use cases. Each change by an operator writes its audit row in the same transaction. Also submits changed pages to
//! search engines.

pub mod content;
pub mod redirect;
pub mod settings;
pub mod submit;
pub mod texts;
