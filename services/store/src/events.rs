//! The events that this service publishes and consumes.

mod handlers;
mod snapshot;

pub use handlers::{ACCOUNTS, AccountsHandler, CATALOG, CatalogueHandler, handler_of};
pub use snapshot::StoreSnapshot;
