//! Events that this service publishes, and handlers of the events it consumes.
//!
//! Closing a store removes its products from all lists without an event per product: other services react to the event
//! of the store service. The two events below are only for the search index, which follows the same outbox.

mod handlers;
mod snapshot;

use proto::event::Event;

pub use handlers::{ACCOUNTS, Accounts, ORDERS, Orders, STORES, Stores, handler};
pub use snapshot::CurrentState;

/// All products of a store must be indexed again: it was opened, closed or renamed.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoreProductsChanged {
    pub store_id: i64,
}

impl Event for StoreProductsChanged {
    const KIND: &'static str = "store_products_changed";
}

/// Categories, fields or field values changed.
#[derive(serde::Serialize)]
pub struct TreeChanged {}

impl Event for TreeChanged {
    const KIND: &'static str = "tree_changed";
}
