//! Reviews of products, and replies to reviews. Lock order: the product, then its reviews.

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

pub struct Writer {
    pub account: i64,
    /// Staff write in the name of the shop.
    pub is_shop: bool,
    pub call_context: CallContext,
}

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
