//! SQL, and nothing else.

pub mod account;
pub mod refresh_token;
pub mod session;
pub mod signing_key;
