//! Manages reviews of products, which have stars and a text, and replies to reviews. `grpc/reviews.rs` calls these
//! functions.
//!
//! The rating of a product changes only in the transaction that changes one of its reviews. Locks are taken in the
//! order of `app/stock.rs`: the product first, then its reviews.

mod moderate;
mod reply;
mod withdraw;
mod write;

use kit::{Result, client::CallContext};
use proto::catalog::{ProductChanged, ProductRated};
use sqlx::PgConnection;

pub use moderate::{Decision, ModeratedText, moderate};
pub use reply::reply;
pub use withdraw::withdraw;
pub use write::write;

use crate::db;

/// The author of a review or reply.
pub struct Writer {
    pub account: i64,
    /// Whether the author is a member of staff, who writes in the name of the shop.
    pub is_shop: bool,
    pub call_context: CallContext,
}

/// Recomputes the ratings of products from their published reviews, and publishes the changes.
pub async fn update_ratings(tx: &mut PgConnection, products: &[i64]) -> Result<()> {
    let rated = db::rating::recompute(tx, products).await?;
    let rated_events: Vec<_> = rated
        .iter()
        .map(|product| ProductRated {
            product_id: product.product_id,
            review_count: product.review_count,
            star_sum: product.star_sum,
        })
        .collect();
    outbox::append_all(tx, rated_events).await?;

    let changed_events = rated.into_iter().filter(|product| product.is_changed).map(|product| ProductChanged {
        product_id: product.product_id,
        store_id: product.store_id,
        is_published: product.is_published,
    });
    Ok(outbox::append_all(tx, changed_events).await?)
}
