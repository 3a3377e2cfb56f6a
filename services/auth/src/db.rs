//! SQL, and nothing else.

pub mod account;
pub mod credentials;
pub mod leftover;
pub mod link;
pub mod message;
pub mod phone_code;
pub mod phone_proof;
pub mod refresh_token;
pub mod session;
pub mod signing_key;
pub mod throttle;
