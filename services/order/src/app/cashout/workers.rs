//! Sends cash-outs and erases cards. Any number of processes may run these workers.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};

use super::{erased_before, send_next};
use crate::{App, db, names};

const PAUSE: Duration = Duration::from_secs(1);
const CLEANUP_PAUSE: Duration = Duration::from_mins(1);
/// Longer than two bank calls.
const TIMEOUT: Duration = Duration::from_mins(2);
const BATCH: i64 = 100;

pub fn workers(app: &App) -> [Worker; 2] {
    let sending =
        Worker::new("cashouts", PAUSE, app.clone(), |app| async move { Ok(Next::now_if(send_next(&app).await?)) });
    [sending.with_timeout(TIMEOUT), Worker::new("cashout_cleanup", CLEANUP_PAUSE, app.clone(), clean_up)]
}

async fn clean_up(app: App) -> Result<Next> {
    if erase_due(&app).await? == BATCH as u64 {
        return Ok(Next::Now);
    }
    let mut connection = app.pool.acquire().await?;
    metrics::gauge!(names::CASHOUTS_STUCK).set(db::cashout::count_stuck(&mut connection).await? as f64);
    Ok(Next::AfterInterval)
}

pub async fn erase_due(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let erased = db::cashout::erase_cards(&mut tx, erased_before(now), now, BATCH).await?;
    tx.commit().await?;
    Ok(erased)
}
