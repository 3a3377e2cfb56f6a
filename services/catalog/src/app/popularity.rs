//! Counts sales for popularity, which ranks products in lists and searches. Sales are counted in the background in
//! batches, so that a thousand sales of one product update it once and buyers do not wait.

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

const BATCH: i64 = 1000;
/// Long, because each change costs an update of the search index, and popularity may be slightly stale.
const INTERVAL: Duration = Duration::from_secs(10);

/// Counts delivered units and updates the bestsellers. Returns the number of rows counted.
pub async fn count_sales(app: &App) -> Result<usize> {
    let mut counted = 0;
    loop {
        let rows = count_batch(app).await?;
        if rows == 0 {
            break;
        }
        counted += rows;
    }
    if counted > 0 {
        update_bestsellers(app).await?;
    }
    Ok(counted)
}

/// Marks the bestsellers in a transaction of its own, because a transaction locks all its products with one statement,
/// in id order.
async fn update_bestsellers(app: &App) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    mark_bestsellers(&mut tx).await?;
    tx.commit().await?;
    Ok(())
}

async fn count_batch(app: &App) -> Result<usize> {
    let mut tx = app.pool.begin().await?;
    let units = db::delivered::take_batch(&mut tx, BATCH).await?;
    if units.rows == 0 {
        return Ok(0);
    }
    let changed = db::delivered::add_to_products(&mut tx, &units).await?;
    outbox::append_all(&mut tx, changed.into_iter().map(changed_event)).await?;
    tx.commit().await?;
    Ok(units.rows)
}

/// Marks the best-selling products by the current counts.
pub async fn mark_bestsellers(tx: &mut PgConnection) -> Result<()> {
    let changed = db::delivered::mark_bestsellers(tx).await?;
    outbox::append_all(tx, changed.into_iter().map(changed_event)).await?;
    Ok(())
}

fn changed_event(ChangedProduct { product_id, store_id, is_published }: ChangedProduct) -> ProductChanged {
    ProductChanged { product_id, store_id, is_published }
}

/// Counts new sales, and marks the bestsellers when none are left. Also marks them at the start, because imported
/// products bring their own sales.
pub fn worker(app: &App) -> Worker {
    Worker::new("popularity", INTERVAL, (app.clone(), Arc::default()), run)
}

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
