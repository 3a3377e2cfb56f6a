//! Goods that came back are for sale again. The stock's owner may be told any number of times, and is told until he hears it.

use std::time::Duration;

use chrono::TimeDelta;
use kit::Result;
use tokio_util::sync::CancellationToken;

use crate::{App, db, db::refund::Returned};

const BATCH: i64 = 32;
/// When it is tried again.
const AGAIN: TimeDelta = TimeDelta::seconds(15);
const PAUSE: Duration = Duration::from_secs(1);

/// Works until stopped. A neighbour that is away is waited for.
pub async fn keep_returns(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        if let Err(error) = restock_due(&app).await {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "Returned goods were not put back for sale; trying again");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
    Ok(())
}

/// Tells of everything that is due.
pub async fn restock_due(app: &App) -> Result<()> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let due = db::refund::claim_to_restock(&mut tx, now, now + AGAIN, BATCH).await?;
    tx.commit().await?;
    for returned in due {
        restock(app, &returned).await?;
    }
    Ok(())
}

async fn restock(app: &App, returned: &Returned) -> Result<()> {
    let goods = {
        let mut connection = app.pool.acquire().await?;
        db::refund::goods(&mut connection, returned.refund_id).await?
    };
    app.stock.restock(&returned.order_code, &format!("refund-{}", returned.refund_id), &goods).await?;
    let mut connection = app.pool.acquire().await?;
    Ok(db::refund::set_restocked(&mut connection, returned.refund_id).await?)
}
