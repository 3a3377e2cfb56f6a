//! SQL, and nothing else.

pub mod account;
pub mod account_device;
pub mod address;
pub mod application;
pub mod audit;
pub mod birthday_wish;
pub mod client;
pub mod contact;
pub mod credentials;
pub mod erased_account;
pub mod family;
pub mod leftover;
pub mod link;
pub mod message;
pub mod phone_code;
pub mod phone_proof;
pub mod place;
pub mod profile;
pub mod referral;
pub mod refresh_token;
pub mod report;
pub mod session;
pub mod signing_key;
pub mod throttle;
