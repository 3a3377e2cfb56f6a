//! The gRPC services: parse the request, call the use case, reply.

mod accounts;
mod addresses;
mod clients;
mod codes;
mod contacts;
mod devices;
mod emails;
mod export;
mod families;
mod influencers;
mod keys;
mod passwords;
mod places;
mod profiles;
mod revocations;
mod sessions;
mod signed_in;
mod staff;

use kit::{Language, client::ClientInfo};
use tonic::Request;

use crate::app::visitor::Visitor;

pub use accounts::Accounts;
pub use addresses::Addresses;
pub use clients::Clients;
pub use codes::Codes;
pub use contacts::Contacts;
pub use devices::Devices;
pub use emails::Emails;
pub use families::Families;
pub use influencers::Influencers;
pub use keys::{Keys, OwnKeys};
pub use passwords::Passwords;
pub use places::Places;
pub use profiles::Profiles;
pub use revocations::Revocations;
pub use sessions::Sessions;
pub use staff::Staff;

fn visitor<T>(request: &Request<T>) -> Visitor {
    Visitor::new(&ClientInfo::from_request(request), Language::from_metadata(request.metadata()))
}
