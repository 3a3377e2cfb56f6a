//! Returns money to cards. Banks execute a repeated call twice, so a call is repeated only if the earlier one had no
//! effect.

use chrono::TimeDelta;
use kit::Result;

use crate::{
    App,
    app::{order_ledger, saga},
    bank::{Bank, BankError},
    db::{self, charge_return::DueReturn},
    domain::{
        charge::{BankStatus, MAX_RETURN_TRIES, return_retry_delay},
        checkout::Event,
        ledger::Movement,
    },
};

/// Longer than two bank calls.
const LEASE: TimeDelta = TimeDelta::minutes(1);

/// Returns whether the bank has already accepted the return. Idempotent by `key`.
pub async fn return_money(app: &App, order: i64, key: &str, amount: i64) -> Result<bool> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::charge::lock_order(&mut tx, order).await?;
    order_ledger::schedule_return(&mut tx, order, key, amount, app.clock.now()).await?;
    tx.commit().await?;
    send_due_returns(app).await?;
    let mut connection = app.pool.acquire().await?;
    order_ledger::is_returned(&mut connection, order, key).await
}

pub async fn send_due_returns(app: &App) -> Result<usize> {
    let mut processed = 0;
    while send_next_return(app).await? {
        processed += 1;
    }
    Ok(processed)
}

pub async fn send_next_return(app: &App) -> Result<bool> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let due = db::charge_return::claim(&mut tx, now, now + LEASE).await?;
    tx.commit().await?;
    let Some(due) = due else { return Ok(false) };
    send(app, &due).await?;
    Ok(true)
}

/// The texts are reasons.
enum Outcome {
    Done,
    Again(String),
    /// An operator must find out what happened at the bank.
    Stuck(String),
}

async fn send(app: &App, due: &DueReturn) -> Result<()> {
    let outcome = match (app.banks.of(&due.provider), &due.transaction) {
        (Some(bank), Some(transaction)) => try_once(bank.as_ref(), transaction, due).await,
        _ => Outcome::Again("no_account".to_owned()),
    };
    match outcome {
        Outcome::Done => record_done(app, due).await,
        Outcome::Again(why) if due.tries + 1 < MAX_RETURN_TRIES => {
            reschedule(app, due, &why, Some(return_retry_delay(due.tries))).await
        }
        Outcome::Again(why) | Outcome::Stuck(why) => {
            tracing::error!(order.id = due.order, "The return of charge {} failed: {why}", due.charge);
            reschedule(app, due, &why, None).await
        }
    }
}

async fn try_once(bank: &dyn Bank, transaction: &str, due: &DueReturn) -> Outcome {
    // The answer to the earlier try may be lost.
    if due.tries > 0 {
        match bank.status(transaction).await {
            Ok(BankStatus::Returned { amount: Some(returned) }) if returned == due.returned_amount + due.amount => {
                return Outcome::Done;
            }
            // The earlier try had no effect.
            Ok(BankStatus::Paid { .. }) if due.returned_amount == 0 => {}
            Ok(BankStatus::Returned { amount: Some(returned) }) if returned == due.returned_amount => {}
            Ok(BankStatus::Pending | BankStatus::Failed { .. }) => return Outcome::Again("not_paid".to_owned()),
            // Somebody has returned another amount.
            Ok(BankStatus::Paid { .. } | BankStatus::Returned { .. }) => {
                return Outcome::Stuck("returned_otherwise".to_owned());
            }
            Err(error) => return Outcome::Again(reason(error)),
        }
    }
    let is_all = due.amount == due.paid_amount - due.returned_amount;
    match bank.refund(transaction, due.amount, is_all).await {
        Ok(()) => Outcome::Done,
        Err(error) => Outcome::Again(reason(error)),
    }
}

async fn record_done(app: &App, due: &DueReturn) -> Result<()> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::charge::lock_order(&mut tx, due.order).await?;
    if db::charge_return::set_done(&mut tx, due.id, now).await? {
        db::charge::add_returned(&mut tx, due.charge, due.amount).await?;
        let movement = Movement::charge_return(due.amount);
        order_ledger::write_of_charge(&mut tx, &movement, due.order, due.charge, &due.id.to_string(), now).await?;
        let amounts = db::ledger::order_amounts(&mut tx, due.order).await?;
        // A return of another attempt's payment is no refund of the order.
        let is_kept = amounts.is_some_and(|amounts| amounts.kept_attempt == Some(due.attempt));
        if is_kept {
            let refunded = order_ledger::total_returned(&mut tx, due.order).await?;
            saga::apply(&mut tx, due.order, Event::MoneyReturned { refunded }, now).await?;
            db::refund::set_paid(&mut tx, due.order, &due.key).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

async fn reschedule(app: &App, due: &DueReturn, why: &str, pause: Option<TimeDelta>) -> Result<()> {
    let due_at = pause.map(|pause| app.clock.now() + pause);
    let mut tx = kit::db::begin(&app.pool).await?;
    db::charge_return::reschedule(&mut tx, due.id, why, due_at).await?;
    tx.commit().await?;
    Ok(())
}

fn reason(error: BankError) -> String {
    match error {
        BankError::Refused(code) => code,
        BankError::Silent(reason) => reason.to_owned(),
    }
}
