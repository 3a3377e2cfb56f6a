//! Applies campaigns to prices, batch by batch (a sweep). `swept_to` is the last product of a batch, after which an
//! interrupted sweep continues.
//!
//! Products are locked in id order, as in a sale, to avoid deadlock. Import and event handler lock the store's row, so
//! one of them reprices a product that is imported during a sweep.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};
use proto::catalog::ProductChanged;

use super::alerts::ProductsBefore;
use crate::{App, db};

const BATCH: i64 = 500;
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Updates one batch. Returns `false` if no campaign is left to apply.
pub async fn sweep_prices(app: &App) -> Result<bool> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some(campaign) = db::campaign::lock_unswept(&mut tx).await? else { return Ok(false) };

    let products = db::campaign::next_products(&mut tx, &campaign, BATCH).await?;
    // A batch that is not full is the last one, and `None` ends the sweep.
    let swept_to = if products.len() as i64 == BATCH { products.last().copied() } else { None };
    db::campaign::set_swept_to(&mut tx, campaign.campaign_id, swept_to).await?;

    let before = ProductsBefore::lock(&mut tx, &products).await?;
    let repriced = db::campaign::apply_best(&mut tx, &products).await?;
    if !repriced.is_empty() {
        outbox::append_all(&mut tx, repriced.into_iter().map(ProductChanged::from)).await?;
        before.publish_alerts(&mut tx).await?;
        audit::announce(&mut tx).await?;
    }

    tx.commit().await?;
    Ok(true)
}

pub fn worker(app: &App) -> Worker {
    Worker::new("campaign_prices", POLL_INTERVAL, app.clone(), |app| async move {
        Ok(Next::now_if(sweep_prices(&app).await?))
    })
}
