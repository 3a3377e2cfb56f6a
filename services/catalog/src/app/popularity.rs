//! Counts sold units for the popularity of products, in batches, and marks the bestsellers.

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

use crate::{App, db};

const BATCH: i64 = 1000;
/// Long, because each change updates the search index.
const INTERVAL: Duration = Duration::from_secs(10);

/// Counts all delivered units at once, for tests and the demo.
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

/// Runs in its own transaction, because a transaction may lock products with one statement only, in id order.
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
    outbox::append_all(&mut tx, changed.into_iter().map(ProductChanged::from)).await?;
    tx.commit().await?;
    Ok(units.rows)
}

pub async fn mark_bestsellers(tx: &mut PgConnection) -> Result<()> {
    let changed = db::delivered::mark_bestsellers(tx).await?;
    outbox::append_all(tx, changed.into_iter().map(ProductChanged::from)).await?;
    Ok(())
}

/// Marks bestsellers at its start too, because an import writes sold counts.
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
