//! Applies campaigns of stores to prices. The percentage is a column beside the product's own discount, and the current
//! price is computed from both (`migrations/catalog/0002_schema.sql`), so that lists, pages, carts and the index agree.
//! The largest percentage of several campaigns applies.
//!
//! The event handler only records the campaign. A worker then updates its products in batches (a sweep). Each
//! transaction also saves the last id as `swept_to`, where an interrupted run continues. Products are locked in id
//! order, as in a sale, to avoid deadlock. The import and the event handler lock the store's row, so that no product is
//! missed by both.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};
use proto::catalog::ProductChanged;

use super::alerts::ProductsBefore;
use crate::{App, db};

const BATCH: i64 = 500;
/// Interval at which campaigns that began or ended are looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Updates the next batch of products of a campaign that began or ended. Returns `false` if no campaign was left to
/// apply.
pub async fn sweep_prices(app: &App) -> Result<bool> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some(campaign) = db::campaign::lock_unswept(&mut tx).await? else { return Ok(false) };
    let products = db::campaign::next_products(&mut tx, &campaign, BATCH).await?;
    // A batch that is not full is the last one.
    let swept_to = if products.len() as i64 == BATCH { products.last().copied() } else { None };
    db::campaign::set_swept_to(&mut tx, campaign.campaign_id, swept_to).await?;
    let before = ProductsBefore::lock(&mut tx, &products).await?;
    let repriced = db::campaign::apply_best(&mut tx, &products).await?;
    if !repriced.is_empty() {
        let events = repriced.into_iter().map(|product| {
            let (product_id, store_id, is_published) = (product.product_id, product.store_id, product.is_published);
            ProductChanged { product_id, store_id, is_published }
        });
        outbox::append_all(&mut tx, events).await?;
        before.publish_alerts(&mut tx).await?;
    }
    tx.commit().await?;
    Ok(true)
}

pub fn worker(app: &App) -> Worker {
    Worker::new("campaign_prices", POLL_INTERVAL, app.clone(), |app| async move {
        Ok(Next::now_if(sweep_prices(&app).await?))
    })
}
