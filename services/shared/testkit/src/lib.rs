//! For tests only: in-process servers, a manual clock, signed tokens, and a collector that stores what it receives.

pub mod authority;
pub mod cancellation;
pub mod clock;
pub mod collector;
pub mod database;
pub mod permissions;
pub mod server;
pub mod tokens;
pub mod workers;
