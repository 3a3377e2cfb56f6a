//! The gRPC services. Each method parses its request, calls a use case of `app`, and converts the result.

mod accounts;
mod addresses;
mod clients;
mod codes;
mod contacts;
mod customers;
mod devices;
mod emails;
mod export;
mod families;
mod influencers;
mod keys;
mod passkeys;
mod passwords;
mod places;
mod profiles;
mod revocations;
mod saved_views;
mod second_factors;
mod security;
mod sessions;
mod signed_in;
mod staff;
mod staff_sessions;

use kit::{Language, client::ClientInfo};
use tonic::Request;

use crate::app::visitor::Visitor;

pub use accounts::Accounts;
pub use addresses::Addresses;
pub use clients::Clients;
pub use codes::Codes;
pub use contacts::Contacts;
pub use customers::Customers;
pub use devices::Devices;
pub use emails::Emails;
pub use families::Families;
pub use influencers::Influencers;
pub use keys::{Keys, OwnKeys};
pub use passkeys::Passkeys;
pub use passwords::Passwords;
pub use places::Places;
pub use profiles::Profiles;
pub use revocations::Revocations;
pub use saved_views::SavedViews;
pub use second_factors::SecondFactors;
pub use security::Security;
pub use sessions::Sessions;
pub use staff::Staff;
pub use staff_sessions::StaffSessions;

fn visitor_of<T>(request: &Request<T>) -> Visitor {
    Visitor::new(&ClientInfo::from_request(request), Language::from_metadata(request.metadata()))
}
