//! Polls banks about open charges, because a callback may be late, lost or unsigned.

use chrono::TimeDelta;
use futures::{StreamExt as _, stream};
use kit::{Error, Result};
use tracing::Instrument as _;

use super::settle::{end_charge, settle};
use crate::{
    App,
    bank::BankError,
    db::{self, charge::Charge},
    domain::charge::{POLL_PERIOD, State, poll_delay},
    names,
};

const BATCH: i64 = 32;
const CONCURRENCY: usize = 8;
/// Longer than the timeout of a bank call.
const LEASE: TimeDelta = TimeDelta::minutes(1);

pub async fn poll_order(app: &App, order: i64) -> Result<()> {
    let charges = {
        let mut connection = app.pool.acquire().await?;
        db::charge::open_of(&mut connection, order).await?
    };
    for charge in charges.iter().filter(|charge| charge.transaction.is_some()) {
        poll_charge(app, charge).await?;
    }
    Ok(())
}

pub async fn poll_due(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let due = db::charge::claim_to_poll(&mut tx, now, now + LEASE, BATCH).await?;
    tx.commit().await?;
    let number = due.len();
    let outcomes = stream::iter(due).map(|charge| async move {
        let span = tracing::info_span!(names::CHARGE_POLL_SPAN, order.id = charge.order, attempt = charge.attempt);
        let outcome = poll_or_abandon(app, &charge).instrument(span).await;
        if let Err(error) = outcome {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "{} could not be checked at the bank and will be retried", charge.reference);
        }
    });
    outcomes.buffer_unordered(CONCURRENCY).collect::<()>().await;
    Ok(number)
}

/// Without a transaction, opening was interrupted and no page was shown.
async fn poll_or_abandon(app: &App, charge: &Charge) -> Result<()> {
    if charge.transaction.is_none() {
        return end_charge(app, charge.order, charge.attempt, State::Abandoned, "never_opened").await;
    }
    let now = app.clock.now();
    let outcome = poll_charge(app, charge).await;
    if now - charge.opened_at > POLL_PERIOD {
        return end_charge(app, charge.order, charge.attempt, State::Abandoned, "never_paid").await;
    }
    let mut tx = kit::db::begin(&app.pool).await?;
    db::charge::schedule_poll(&mut tx, charge.id, now + poll_delay(charge.asked)).await?;
    tx.commit().await?;
    outcome
}

pub async fn poll_charge(app: &App, charge: &Charge) -> Result<()> {
    let Some(transaction) = &charge.transaction else { return Ok(()) };
    let bank = app.banks.of(&charge.provider).ok_or_else(|| unavailable(BankError::Silent("no_account")))?;
    let status = bank.status(transaction).await.map_err(unavailable)?;
    settle(app, charge, transaction, status).await
}

fn unavailable(error: BankError) -> Error {
    Error::unavailable(error)
}
