//! What is held for too long is free again: swept now and then, and at once when somebody is short of it.

use std::time::Duration;

use kit::Result;
use tokio_util::sync::CancellationToken;

use super::shift;
use crate::{
    App, db,
    domain::stock::{Change, State},
};

/// Reservations freed in one transaction.
const BATCH: i64 = 100;

/// Frees what is overdue; how many reservations that were.
pub async fn expire(app: &App) -> Result<usize> {
    sweep(app, None).await
}

/// Only what holds one of `products`.
pub(super) async fn expire_holding(app: &App, products: &[i64]) -> Result<usize> {
    sweep(app, Some(products)).await
}

async fn sweep(app: &App, products: Option<&[i64]>) -> Result<usize> {
    let mut freed = 0;
    loop {
        let mut tx = app.pool.begin().await?;
        let due = db::reservation::lock_due(&mut tx, app.clock.now(), products, BATCH).await?;
        if due.is_empty() {
            return Ok(freed);
        }
        let lines = db::reservation::lines(&mut tx, &due).await?;
        db::stock::lock(&mut tx, &lines).await?;
        shift(&mut tx, &lines, Change::Free).await?;
        db::reservation::set(&mut tx, &due, State::Expired).await?;
        tx.commit().await?;
        freed += due.len();
    }
}

/// Sweeps until stopped. A database that is away is waited for.
pub async fn keep_reservations(app: App, every: Duration, stop: CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        if let Err(error) = expire(&app).await {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "Overdue reservations were not freed; trying again"
            );
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(every) => {}
        }
    }
    Ok(())
}
