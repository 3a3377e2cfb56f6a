//! All SQL of the auth service, one module for each table or view of it. The use cases in `app` call these functions in
//! their transactions. A function named `…_for` reads or changes only rows of the given account.

pub mod account;
pub mod account_device;
pub mod account_use;
pub mod address;
pub mod application;
pub mod birthday_wish;
pub mod block;
pub mod challenge;
pub mod client;
pub mod contact;
pub mod credentials;
pub mod customer;
pub mod erased_account;
pub mod expired;
pub mod family;
pub mod link;
pub mod message;
pub mod passkey;
pub mod phone_code;
pub mod phone_proof;
pub mod place;
pub mod profile;
pub mod recovery_code;
pub mod referral;
pub mod refresh_token;
pub mod report;
pub mod revocation;
pub mod security_event;
pub mod security_notice;
pub mod session;
pub mod signing_key;
pub mod staff;
pub mod throttle;
pub mod totp;
