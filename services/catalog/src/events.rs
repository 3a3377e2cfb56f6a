//! Handles events. This file defines the events that only the search index reads: it follows this service's own outbox.
//! `handlers` applies the events of other services, and `snapshot` gives the current state to new subscribers of our
//! events.
//!
//! When a store is closed, one `StoreProductsChanged` removes its products from all lists. No event per product is
//! needed, because other services react to the event of the store service.

mod handlers;
mod snapshot;

use proto::event::Event;

pub use handlers::{ACCOUNTS, Accounts, ORDERS, Orders, STORES, Stores, handler};
pub use snapshot::CurrentState;

/// The store was opened, closed or renamed.
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
