//! Updates stored prices when a product's own discount begins or ends.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};
use proto::catalog::ProductChanged;

use super::alerts::ProductsBefore;
use crate::{App, db};

const BATCH: i64 = 500;
/// Short, because another replica may save a discount at any time.
const MAX_SLEEP: Duration = Duration::from_secs(5);

/// Updates one batch. Returns the number of products.
pub async fn reprice(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let due = db::price::lock_due(&mut tx, now, BATCH).await?;
    if due.is_empty() {
        return Ok(0);
    }

    let products: Vec<_> = due.iter().map(|product| product.product_id).collect();
    let before = ProductsBefore::lock(&mut tx, &products).await?;
    for product in &due {
        let applies = product.period.applies(now);
        let next_change = product.period.next_change(now);
        db::price::set_own_discount_state(&mut tx, product.product_id, applies, next_change).await?;

        let (product_id, store_id, is_published) = (product.product_id, product.store_id, product.is_published);
        outbox::append(&mut tx, &ProductChanged { product_id, store_id, is_published }).await?;
    }

    before.publish_alerts(&mut tx).await?;
    tx.commit().await?;
    Ok(due.len())
}

pub fn worker(app: &App) -> Worker {
    Worker::new("discounts", MAX_SLEEP, app.clone(), run)
}

async fn run(app: App) -> Result<Next> {
    if reprice(&app).await? == BATCH as usize {
        return Ok(Next::Now);
    }
    let next = db::price::next_change(&mut *app.pool.acquire().await?).await?;
    Ok(Next::at(next, app.clock.now()))
}
