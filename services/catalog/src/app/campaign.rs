//! Applies campaigns to prices. In a campaign, a store sells some or all of its products for less, for a time.
//!
//! The campaign's percentage is a column beside the product's own discount. A generated column has the current price,
//! computed from both (`migrations/catalog/0002_schema.sql`), so lists, pages, carts and the search index show the same
//! price. If several campaigns apply to a product, the largest percentage wins.
//!
//! The event handler only records that a campaign began or ended. The worker then visits the campaign's products in
//! batches; this is called a sweep. Each transaction also saves the id of its last product as `swept_to`, where an
//! interrupted sweep continues. A transaction locks its products in id order, as a sale does, to avoid deadlock. The
//! import and the event handler both lock the store's row, so a product that is imported while a campaign begins is
//! repriced by one of them.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};
use proto::catalog::ProductChanged;

use super::alerts::ProductsBefore;
use crate::{App, db};

/// Products that one transaction updates.
const BATCH: i64 = 500;
/// Interval at which the worker looks for campaigns that began or ended.
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
        let events = repriced.into_iter().map(|product| ProductChanged {
            product_id: product.product_id,
            store_id: product.store_id,
            is_published: product.is_published,
        });
        outbox::append_all(&mut tx, events).await?;
        before.publish_alerts(&mut tx).await?;
        audit::announce(&mut tx).await?;
    }

    tx.commit().await?;
    Ok(true)
}

/// Runs [`sweep_prices`] until no campaign is left, then waits for the next interval.
pub fn worker(app: &App) -> Worker {
    Worker::new("campaign_prices", POLL_INTERVAL, app.clone(), |app| async move {
        Ok(Next::now_if(sweep_prices(&app).await?))
    })
}
