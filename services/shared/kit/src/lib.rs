//! Code that every process shares, without business rules.

pub mod accepted_language;
pub mod budget;
mod build_info;
pub mod client;
pub mod clock;
pub mod config;
pub mod cursor;
#[cfg(feature = "db")]
pub mod db;
pub mod email;
pub mod error;
mod health_check;
pub mod id;
pub mod identity;
pub mod input;
pub mod keyed;
pub mod language;
pub mod lifecycle;
pub mod number_format;
pub mod page;
pub mod permission;
pub mod phone;
pub mod picture;
pub mod seal;
pub mod secrets;
pub mod security;
pub mod serve;
pub mod slug;
pub mod telemetry;
pub mod template;
pub mod tls;
pub mod worker;

pub use build_info::BuildInfo;
pub use clock::Clock;
pub use error::{Error, Result};
pub use language::Language;
pub use lifecycle::{Process, run};
