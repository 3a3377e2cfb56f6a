//! The verbs. Transactions begin and commit here, and nowhere else.

pub mod demo;
pub mod housekeeping;
pub mod keys;
pub mod refresh;
pub mod register;
pub mod sign_in;
pub mod sign_out;
pub mod tokens;
