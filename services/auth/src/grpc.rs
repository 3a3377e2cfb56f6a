//! proto ⇄ domain: parse, act, reply.

mod accounts;
mod addresses;
mod export;
mod families;
mod influencers;
mod keys;
mod places;
mod profiles;
mod sessions;
mod signed_in;

pub use accounts::Accounts;
pub use addresses::Addresses;
pub use families::Families;
pub use influencers::Influencers;
pub use keys::{Keys, OwnKeys};
pub use places::Places;
pub use profiles::Profiles;
pub use sessions::Sessions;
