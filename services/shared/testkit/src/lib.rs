//! Helpers for the tests of all services.

pub mod audit;
pub mod authority;
pub mod cancellation;
pub mod clock;
pub mod collector;
pub mod database;
pub mod permissions;
pub mod s3;
pub mod server;
pub mod tokens;
pub mod workers;
