//! Offers returned goods for sale again.

use std::time::Duration;

use chrono::TimeDelta;
use kit::{
    Result,
    worker::{Next, Retry, Worker, for_each, retry},
};

use crate::{App, db, db::refund::Returned};

const NAME: &str = "restocking";
const BATCH: i64 = 32;
const LEASE: TimeDelta = TimeDelta::seconds(15);
const PAUSE: Duration = Duration::from_secs(1);

pub fn worker(app: &App) -> Worker {
    Worker::new(NAME, PAUSE, app.clone(), |app| async move {
        restock_due(&app).await?;
        Ok(Next::AfterInterval)
    })
}

/// A return that the catalog refuses does not delay the others.
pub async fn restock_due(app: &App) -> Result<()> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let due = db::refund::claim_to_restock(&mut tx, now, now + LEASE, BATCH).await?;
    tx.commit().await?;
    for_each(&due, |returned| restock_or_reschedule(app, returned)).await
}

async fn restock_or_reschedule(app: &App, returned: &Returned) -> Result<()> {
    let Err(error) = restock(app, returned).await else { return Ok(()) };
    let (refund, failures) = (returned.refund_id, returned.failures + 1);
    let Retry { after, is_parked } = retry(NAME, failures);
    if is_parked {
        tracing::error!(
            refund.id = refund,
            "Goods of refund {refund} cannot be put back for sale; retrying once a day"
        );
    }
    let mut tx = kit::db::begin(&app.pool).await?;
    db::refund::reschedule_restocking(&mut tx, refund, failures, app.clock.now() + after).await?;
    tx.commit().await?;
    Err(error)
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
