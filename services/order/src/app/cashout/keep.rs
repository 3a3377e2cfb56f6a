//! Work that needs no request: payouts are sent, and old cards are erased. Any number of processes may work at it.

use std::time::Duration;

use kit::Result;
use tokio_util::sync::CancellationToken;

use super::{erased_before, send_due};
use crate::{App, db, names};

const PAUSE: Duration = Duration::from_secs(1);
/// Pauses between two looks for cards to erase and for cash-outs that are stuck.
const LOOKED_EVERY: usize = 60;
const BATCH: i64 = 100;

/// Works until stopped.
pub async fn keep_cashouts(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    let mut rounds = 0;
    while !stop.is_cancelled() {
        if let Err(error) = work(&app, rounds % LOOKED_EVERY == 0).await {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "Sending cash-outs failed; trying again in {} s", PAUSE.as_secs());
        }
        rounds += 1;
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
    Ok(())
}

async fn work(app: &App, is_looking: bool) -> Result<()> {
    send_due(app).await?;
    if is_looking {
        while erase_due(app).await? == BATCH as u64 {}
        let mut connection = app.pool.acquire().await?;
        metrics::gauge!(names::CASHOUTS_STUCK).set(db::cashout::count_stuck(&mut connection).await? as f64);
    }
    Ok(())
}

/// Erases the cards of cash-outs that ended thirty days ago or before; returns how many.
pub async fn erase_due(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let erased = db::cashout::erase_cards(&mut tx, erased_before(now), now, BATCH).await?;
    tx.commit().await?;
    Ok(erased)
}
