//! Shared by every process of the shop: configuration, telemetry, life cycle, serving, identity, errors, paging, the
//! clock and the database. Contains no business rules and knows no service by name.

pub mod accepted_language;
pub mod budget;
pub mod client;
pub mod clock;
pub mod config;
#[cfg(feature = "db")]
pub mod db;
pub mod email;
pub mod error;
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
pub mod telemetry;
pub mod template;
pub mod tls;
pub mod worker;

pub use clock::Clock;
pub use error::{Error, Result};
pub use language::Language;
pub use lifecycle::{Process, run};
