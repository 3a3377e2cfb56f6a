//! proto ⇄ domain: parse, act, reply.

mod accounts;
mod codes;
mod devices;
mod emails;
mod keys;
mod passwords;
mod sessions;

use kit::{Language, client::Origin};
use tonic::Request;

use crate::app::visitor::Visitor;

pub use accounts::Accounts;
pub use codes::Codes;
pub use devices::Devices;
pub use emails::Emails;
pub use keys::{Keys, OwnKeys};
pub use passwords::Passwords;
pub use sessions::Sessions;

fn visitor<T>(request: &Request<T>) -> Visitor {
    Visitor::new(&Origin::of(request), Language::of(request.metadata()))
}
