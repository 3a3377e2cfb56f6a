//! Counts sales for popularity, which ranks products. Batches in the background update a product with a thousand sales
//! once, and buyers do not wait.

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
/// Interval of the worker. It is long, because each change updates the search index, and popularity may be slightly
/// stale.
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

/// Marks the bestsellers in a separate transaction, because a transaction locks all its products with one statement, in
/// id order.
async fn update_bestsellers(app: &App) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    mark_bestsellers(&mut tx).await?;
    tx.commit().await?;
    Ok(())
}

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

pub async fn mark_bestsellers(tx: &mut PgConnection) -> Result<()> {
    let changed = db::delivered::mark_bestsellers(tx).await?;
    outbox::append_all(tx, changed.into_iter().map(changed_event)).await?;
    Ok(())
}

fn changed_event(ChangedProduct { product_id, store_id, is_published }: ChangedProduct) -> ProductChanged {
    ProductChanged { product_id, store_id, is_published }
}

/// The worker. It marks the bestsellers when no sales are left to count, and at the start, because imports bring their
/// own sales.
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
