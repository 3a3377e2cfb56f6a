//! Expires bonuses and deletes click visitors. Any number of processes may run these workers.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};
use proto::order::BonusesExpiring;

use crate::{App, app::influencer, db};

const BATCH: i64 = 100;
/// Expired bonuses cannot be spent while they wait for the next run.
const PAUSE: Duration = Duration::from_mins(1);

pub fn workers(app: &App) -> [Worker; 2] {
    [
        Worker::new("bonuses", PAUSE, app.clone(), expire_and_warn),
        Worker::new("clicks", PAUSE, app.clone(), |app| async move {
            influencer::delete_click_visitors(&app).await?;
            Ok(Next::AfterInterval)
        }),
    ]
}

async fn expire_and_warn(app: App) -> Result<Next> {
    let (expired, warned) = (expire_due(&app).await?, warn_due(&app).await?);
    Ok(Next::now_if(expired.max(warned) == BATCH as usize))
}

pub async fn expire_due(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let lots = db::bonus::lock_expired(&mut tx, now, BATCH).await?;
    // A lot can expire again after bonuses were given back, so the time makes the key unique.
    super::expire(&mut tx, &lots, &now.to_rfc3339(), now).await?;
    tx.commit().await?;
    Ok(lots.len())
}

pub async fn warn_due(app: &App) -> Result<usize> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let expiring = db::bonus::claim_warnings(&mut tx, app.clock.now(), BATCH).await?;
    let number = expiring.len();
    let events = expiring.into_iter().map(|warning| {
        let expires_at = Some(proto::json::to_timestamp(warning.expires_at));
        BonusesExpiring { account_id: warning.account, amount: warning.amount, expires_at }
    });
    outbox::append_all(&mut tx, events).await?;
    tx.commit().await?;
    Ok(number)
}
