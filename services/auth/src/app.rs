//! The verbs. Transactions begin and commit here, and nowhere else.

pub mod bag;
pub mod change_email;
pub mod change_password;
pub mod codes;
pub mod confirm;
pub mod demo;
pub mod devices;
pub mod forget;
pub mod housekeeping;
pub mod keys;
pub mod link;
pub mod post;
pub mod refresh;
pub mod register;
pub mod reset;
pub mod session;
pub mod sign_in;
pub mod sign_out;
pub mod sign_up;
pub mod throttle;
pub mod tokens;
pub mod verify_email;
pub mod visitor;
