//! What sells becomes popular: lists show it earlier, and searches find it sooner. Sales are counted in the background and many
//! at a time, so that a thousand of one bouquet are one change of it and nobody who buys one waits for that.

use std::time::Duration;

use kit::Result;
use proto::catalog::ProductChanged;
use sqlx::PgConnection;
use tokio_util::sync::CancellationToken;

use crate::{
    App,
    db::{self, delivered::Counted},
    events::Changed,
};

const BATCH: i64 = 1000;
/// Popularity is no news of the minute; each change costs the search index a little.
const EVERY: Duration = Duration::from_secs(10);

/// Counts what was delivered to its products, and marks the bestsellers anew; how many rows were counted.
pub async fn count_sales(app: &App) -> Result<usize> {
    let mut counted = 0;
    loop {
        let mut tx = app.pool.begin().await?;
        let taken = db::delivered::take(&mut tx, BATCH).await?;
        if taken.rows == 0 {
            break;
        }
        let changed = db::delivered::count(&mut tx, &taken).await?;
        outbox::append_all(&mut tx, changed.into_iter().map(news)).await?;
        tx.commit().await?;
        counted += taken.rows;
    }
    if counted > 0 {
        // On its own: a transaction locks products once, in one order.
        let mut tx = app.pool.begin().await?;
        mark_bestsellers(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(counted)
}

/// Marks the products that are sold most, by the counts as they are.
pub async fn mark_bestsellers(tx: &mut PgConnection) -> Result<()> {
    let moved = db::delivered::mark_bestsellers(tx).await?;
    outbox::append_all(tx, moved.into_iter().map(news)).await?;
    Ok(())
}

fn news(Counted { product_id, store_id, is_published }: Counted) -> Changed {
    Changed(ProductChanged { product_id, store_id, is_published })
}

/// Counts new sales. The first round also marks bestsellers: imported products have sales that were never counted here.
async fn keep(app: &App, is_marked: &mut bool) -> Result<()> {
    count_sales(app).await?;
    if !*is_marked {
        let mut tx = app.pool.begin().await?;
        mark_bestsellers(&mut tx).await?;
        tx.commit().await?;
        *is_marked = true;
    }
    Ok(())
}

/// Counts until stopped. A database that is away is waited for.
pub async fn keep_popularity(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    let mut is_marked = false;
    while !stop.is_cancelled() {
        if let Err(error) = keep(&app, &mut is_marked).await {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "What was sold could not be counted; trying again");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
    Ok(())
}
