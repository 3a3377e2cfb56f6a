//! Events that this service publishes, and handlers of the events it consumes.
//!
//! Closing a store removes its products from all lists without an event per product: other services react to the
//! store's own event. Two kinds are only for the search index, which follows the same outbox.

mod handlers;
mod snapshot;

use outbox::Event;
use proto::catalog::{
    BackInStock, PriceDropped, ProductChanged, ProductLiked, ProductRated, ReviewAnswered, ReviewDecided,
};

pub use handlers::{ACCOUNTS, Accounts, ORDERS, Orders, STORES, Stores, handler};
pub use snapshot::Current;

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Changed(pub ProductChanged);

impl Event for Changed {
    const KIND: &'static str = "product_changed";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Dropped(pub PriceDropped);

impl Event for Dropped {
    const KIND: &'static str = "price_dropped";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Back(pub BackInStock);

impl Event for Back {
    const KIND: &'static str = "back_in_stock";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Rated(pub ProductRated);

impl Event for Rated {
    const KIND: &'static str = "product_rated";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Liked(pub ProductLiked);

impl Event for Liked {
    const KIND: &'static str = "product_liked";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Decided(pub ReviewDecided);

impl Event for Decided {
    const KIND: &'static str = "review_decided";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Answered(pub ReviewAnswered);

impl Event for Answered {
    const KIND: &'static str = "review_answered";
}

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
