//! Manages reviews and replies. A rating changes only in the transaction that changes a review. Locks are taken in the
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

pub async fn update_ratings(tx: &mut PgConnection, products: &[i64]) -> Result<()> {
    let rated = db::rating::recompute(tx, products).await?;
    let events: Vec<_> = rated
        .iter()
        .map(|product| {
            let (product_id, review_count, star_sum) = (product.product_id, product.review_count, product.star_sum);
            ProductRated { product_id, review_count, star_sum }
        })
        .collect();
    outbox::append_all(tx, events).await?;
    let events = rated.into_iter().filter(|product| product.is_changed).map(|product| {
        let (product_id, store_id, is_published) = (product.product_id, product.store_id, product.is_published);
        ProductChanged { product_id, store_id, is_published }
    });
    Ok(outbox::append_all(tx, events).await?)
}
