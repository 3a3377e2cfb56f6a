//! The verbs. Transactions begin and commit here, and nowhere else.

pub mod addresses;
pub mod applications;
pub mod birthdays;
pub mod demo;
pub mod erase;
pub mod families;
pub mod housekeeping;
pub mod keys;
pub mod profile;
pub mod refresh;
pub mod register;
pub mod report;
pub mod sign_in;
pub mod sign_out;
pub mod tokens;
