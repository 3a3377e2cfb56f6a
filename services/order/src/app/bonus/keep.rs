//! The clock's part: bonuses expire, and their holders are told before. Any number of processes may work at it.

use std::time::Duration;

use kit::Result;
use proto::order::BonusesExpiring;
use tokio_util::sync::CancellationToken;

use crate::{App, app::influencer, db, events};

const BATCH: i64 = 100;
/// Interval between two runs: bonuses are written off up to a minute after they expire, and cannot be spent meanwhile.
const PAUSE: Duration = Duration::from_mins(1);

/// Works until stopped.
pub async fn keep_bonuses(app: App, stop: CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        if let Err(error) = work(&app).await {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "Expiring bonuses failed; trying again in {} s", PAUSE.as_secs());
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
    Ok(())
}

async fn work(app: &App) -> Result<()> {
    while expire_due(app).await? == BATCH as usize {}
    while warn_due(app).await? == BATCH as usize {}
    influencer::forget_clicks(app).await.map(drop)
}

/// Writes off expired lots; returns how many there were.
pub async fn expire_due(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let lots = db::bonus::lock_expired(&mut tx, now, BATCH).await?;
    // A lot may expire again after bonuses were given back to it: the moment tells the two apart.
    super::end(&mut tx, &lots, &now.to_rfc3339(), now).await?;
    tx.commit().await?;
    Ok(lots.len())
}

/// Announces bonuses that expire soon; returns how many accounts are told.
pub async fn warn_due(app: &App) -> Result<usize> {
    let mut tx = app.pool.begin().await?;
    let expiring = db::bonus::claim_warnings(&mut tx, app.clock.now(), BATCH).await?;
    let told = expiring.len();
    let events = expiring.into_iter().map(|it| {
        let expires_at = Some(proto::json::to_timestamp(it.expires_at));
        events::Expiring(BonusesExpiring { account_id: it.account, amount: it.amount, expires_at })
    });
    outbox::append_all(&mut tx, events).await?;
    tx.commit().await?;
    Ok(told)
}
