//! Counts sold units for the popularity of products, by which lists and search are ranked, and marks the bestsellers.
//!
//! The event handler records the lines of delivered orders (`db/delivered.rs`). A worker adds them to the products in
//! batches, so a product with a thousand sales is updated once, and buyers do not wait for it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use kit::{
    Result,
    worker::{Next, Worker},
};
use proto::catalog::ProductChanged;
use sqlx::PgConnection;

use crate::{
    App,
    db::{self, delivered::ChangedProduct},
};

/// Delivered lines that one transaction counts.
const BATCH: i64 = 1000;
/// Interval of the worker. It is long because each change updates the search index, and popularity may be slightly out
/// of date.
const INTERVAL: Duration = Duration::from_secs(10);

/// Counts all new sales, for tests and the demo. Returns the number of delivered lines that were counted.
pub async fn count_sales(app: &App) -> Result<usize> {
    let mut line_count = 0;
    loop {
        let rows = count_batch(app).await?;
        if rows == 0 {
            break;
        }
        line_count += rows;
    }
    if line_count > 0 {
        update_bestsellers(app).await?;
    }
    Ok(line_count)
}

/// Marks the bestsellers in a transaction of its own. A transaction may lock products with one statement only, in id
/// order, and counting sales has locked others.
async fn update_bestsellers(app: &App) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    mark_bestsellers(&mut tx).await?;
    tx.commit().await?;
    Ok(())
}

/// Adds the next batch of delivered lines to their products. Returns the number of lines.
async fn count_batch(app: &App) -> Result<usize> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let units = db::delivered::take_batch(&mut tx, BATCH).await?;
    if units.rows == 0 {
        return Ok(0);
    }

    let changed = db::delivered::add_to_products(&mut tx, &units).await?;
    outbox::append_all(&mut tx, changed.into_iter().map(changed_event)).await?;
    tx.commit().await?;
    Ok(units.rows)
}

/// Updates which products are bestsellers, and publishes the products that changed.
pub async fn mark_bestsellers(tx: &mut PgConnection) -> Result<()> {
    let changed = db::delivered::mark_bestsellers(tx).await?;
    outbox::append_all(tx, changed.into_iter().map(changed_event)).await?;
    Ok(())
}

fn changed_event(ChangedProduct { product_id, store_id, is_published }: ChangedProduct) -> ProductChanged {
    ProductChanged { product_id, store_id, is_published }
}

/// The worker that counts sales. When no sales are left to count, it marks the bestsellers. It also marks them at its
/// start, because an import writes sold counts that no delivered line has.
pub fn worker(app: &App) -> Worker {
    Worker::new("popularity", INTERVAL, (app.clone(), Arc::default()), run)
}

/// Does one step. `is_up_to_date` is whether the bestsellers were marked since the last counted sale.
async fn run((app, is_up_to_date): (App, Arc<AtomicBool>)) -> Result<Next> {
    if count_batch(&app).await? > 0 {
        is_up_to_date.store(false, Ordering::Relaxed);
        return Ok(Next::Now);
    }
    if !is_up_to_date.load(Ordering::Relaxed) {
        update_bestsellers(&app).await?;
        is_up_to_date.store(true, Ordering::Relaxed);
    }
    Ok(Next::AfterInterval)
}
