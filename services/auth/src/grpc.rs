//! proto ⇄ domain: parse, act, reply.

mod accounts;
mod keys;
mod sessions;

pub use accounts::Accounts;
pub use keys::{Keys, OwnKeys};
pub use sessions::Sessions;
