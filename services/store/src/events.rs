//! Consumed events and published snapshots.

mod handlers;
mod snapshot;

pub use handlers::{ACCOUNTS, AccountsHandler, CATALOG, CatalogueHandler, handler_of};
pub use snapshot::StoreSnapshot;
