//! Nouns and rules, pure: nothing here waits, reads a clock or rolls a die of its own.

pub mod address;
pub mod application;
pub mod baku;
pub mod birthday;
pub mod code;
pub mod email;
pub mod field;
pub mod login;
pub mod password;
pub mod phone;
pub mod place;
pub mod profile;
pub mod refresh;
pub mod relation;
pub mod rotation;
pub mod token;
