//! The events that this service consumes, and the snapshots of its state that it publishes.

mod handlers;
mod snapshot;

pub use handlers::{ACCOUNTS, AccountsHandler, CATALOG, CatalogueHandler, handler_of};
pub use snapshot::StoreSnapshot;
