//! Helpers for tests only: servers, a clock, tokens, and checks that several services share.

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
