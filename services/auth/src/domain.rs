//! Types and rules without I/O. Time and random numbers are arguments, so that tests can choose them.

pub mod address;
pub mod application;
pub mod baku;
pub mod birthday;
pub mod client;
pub mod code;
pub mod country;
pub mod device;
pub mod field;
pub mod link;
pub mod login;
pub mod otp;
pub mod password;
pub mod phone;
pub mod place;
pub mod profile;
pub mod referral;
pub mod refresh;
pub mod relation;
pub mod rotation;
pub mod saved_view;
pub mod second_factor;
pub mod security_event;
pub mod session_kind;
pub mod sliding_window;
pub mod throttle;
pub mod token;
pub mod transliteration;
pub mod unused_account;

pub use kit::email;
