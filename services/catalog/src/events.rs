//! `handlers` applies the events of other services, `snapshot` gives our state to new subscribers. Only our own search
//! index reads the events defined here.

mod handlers;
mod snapshot;

use proto::{catalog::ProductChanged, event::Event};

pub use handlers::{ACCOUNTS, Accounts, ORDERS, Orders, STORES, Stores, handler};
pub use snapshot::CurrentState;

use crate::db::product::ChangedProduct;

impl From<ChangedProduct> for ProductChanged {
    fn from(product: ChangedProduct) -> Self {
        let ChangedProduct { product_id, store_id, is_published } = product;
        Self { product_id, store_id, is_published }
    }
}

/// A store was opened, closed or renamed.
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
