//! Nouns and rules, pure: nothing here waits, reads a clock or rolls a die of its own.

pub mod code;
pub mod email;
pub mod login;
pub mod password;
pub mod phone;
pub mod refresh;
pub mod rotation;
pub mod token;
