//! Discounts that begin and end. What a product costs now is a stored column with one writer, so that the list that
//! sorts by it, the page that shows it and the basket that charges it can never disagree; here it is rewritten at the
//! moment its period says.

use std::time::Duration;

use chrono::TimeDelta;
use kit::Result;
use proto::catalog::ProductChanged;
use tokio_util::sync::CancellationToken;

use super::news::Watch;
use crate::{App, db, events::Changed};

const BATCH: i64 = 500;
/// A discount may be entered at any time by another replica: nobody sleeps past it for longer.
const LONGEST_SLEEP: TimeDelta = TimeDelta::seconds(5);

/// Rewrites the prices that are due; how many there were.
pub async fn reprice(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let due = db::price::due(&mut tx, now, BATCH).await?;
    if due.is_empty() {
        return Ok(0);
    }
    let products: Vec<_> = due.iter().map(|product| product.product_id).collect();
    let watch = Watch::over(&mut tx, &products).await?;
    for product in &due {
        let (holds, next) = (product.period.holds(now), product.period.next_change(now));
        db::price::set_own_discount(&mut tx, product.product_id, holds, next).await?;
        let (product_id, store_id, is_published) = (product.product_id, product.store_id, product.is_published);
        outbox::append(&mut tx, &Changed(ProductChanged { product_id, store_id, is_published })).await?;
    }
    watch.tell(&mut tx).await?;
    tx.commit().await?;
    Ok(due.len())
}

/// Reprices until stopped. A database that is away is waited for.
pub async fn keep_prices(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        let pause = match until_next(&app).await {
            Ok(pause) => pause,
            Err(error) => {
                tracing::warn!(%error, "Prices could not be kept; trying again");
                Duration::from_secs(1)
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
    Ok(())
}

async fn until_next(app: &App) -> Result<Duration> {
    while reprice(app).await? == BATCH as usize {}
    let next = db::price::next_change(&mut *app.pool.acquire().await?).await?;
    let pause = next.map_or(LONGEST_SLEEP, |at| (at - app.clock.now()).min(LONGEST_SLEEP));
    // Never in a tight ring, even when the clocks of replicas differ.
    Ok(pause.to_std().unwrap_or_default().max(Duration::from_millis(20)))
}
