//! For tests only: in-process servers, a clock that is turned by hand, tokens, and a collector that remembers what it was sent.

pub mod clock;
pub mod collector;
pub mod database;
pub mod halfway;
pub mod server;
pub mod tokens;
pub mod workers;
