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
/// Popularity may be slightly stale; each change costs an index update.
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
        mark(app).await?;
    }
    Ok(counted)
}

/// Uses a separate transaction, because a transaction must lock all its products at once in one order.
async fn mark(app: &App) -> Result<()> {
    let mut tx = app.pool.begin().await?;
    mark_bestsellers(&mut tx).await?;
    tx.commit().await?;
    Ok(())
}

async fn count_batch(app: &App) -> Result<usize> {
    let mut tx = app.pool.begin().await?;
    let taken = db::delivered::take_batch(&mut tx, BATCH).await?;
    if taken.rows == 0 {
        return Ok(0);
    }
    let changed = db::delivered::add_to_products(&mut tx, &taken).await?;
    outbox::append_all(&mut tx, changed.into_iter().map(changed_event)).await?;
    tx.commit().await?;
    Ok(taken.rows)
}

/// Marks the best-selling products by the current counts.
pub async fn mark_bestsellers(tx: &mut PgConnection) -> Result<()> {
    let moved = db::delivered::mark_bestsellers(tx).await?;
    outbox::append_all(tx, moved.into_iter().map(changed_event)).await?;
    Ok(())
}

fn changed_event(ChangedProduct { product_id, store_id, is_published }: ChangedProduct) -> ProductChanged {
    ProductChanged { product_id, store_id, is_published }
}

/// Counts new sales, and marks bestsellers when none are left. Marks once at start, because imported products have
/// sales that were not counted here.
pub fn worker(app: &App) -> Worker {
    Worker::new("popularity", INTERVAL, (app.clone(), Arc::default()), run)
}

async fn run((app, is_marked): (App, Arc<AtomicBool>)) -> Result<Next> {
    if count_batch(&app).await? > 0 {
        is_marked.store(false, Ordering::Relaxed);
        return Ok(Next::Now);
    }
    if !is_marked.load(Ordering::Relaxed) {
        mark(&app).await?;
        is_marked.store(true, Ordering::Relaxed);
    }
    Ok(Next::AfterInterval)
}
