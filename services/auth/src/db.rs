//! SQL, and nothing else.

pub mod account;
pub mod address;
pub mod application;
pub mod audit;
pub mod family;
pub mod place;
pub mod profile;
pub mod refresh_token;
pub mod report;
pub mod session;
pub mod signing_key;
