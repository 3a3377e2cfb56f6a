//! proto ⇄ domain: parse, act, reply.

mod accounts;
mod codes;
mod devices;
mod emails;
mod keys;
mod passwords;
mod sessions;

pub use accounts::Accounts;
pub use codes::Codes;
pub use devices::Devices;
pub use emails::Emails;
pub use keys::{Keys, OwnKeys};
pub use passwords::Passwords;
pub use sessions::Sessions;
