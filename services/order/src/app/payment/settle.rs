//! Writes a bank's answer about a charge: the charge, the ledger and the order's next step, in one transaction.

use kit::Result;
use sqlx::PgConnection;

use crate::{
    App,
    app::{order_ledger, saga},
    db::{self, charge::Charge},
    domain::{
        charge::{BankStatus, State, Verdict, judge},
        checkout::Event,
        ledger::Movement,
    },
};

const WRONG_AMOUNT_KEY: &str = "wrong_amount";

/// Idempotent.
pub async fn settle(app: &App, reported: &Charge, transaction: &str, status: BankStatus) -> Result<()> {
    let now = app.clock.now();
    let (order, attempt) = (reported.order, reported.attempt);
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some(charge) = lock(&mut tx, order, attempt).await? else { return Ok(()) };
    db::charge::set_transaction(&mut tx, charge.id, transaction).await?;
    match judge(charge.state, charge.amount, status) {
        Verdict::Nothing => {}
        Verdict::Paid => {
            book_payment(&mut tx, &charge, charge.amount, now).await?;
            saga::apply(&mut tx, order, Event::Paid { attempt }, now).await?;
        }
        Verdict::PaidWrongly { amount } => {
            tracing::error!(
                order.id = order,
                "{} was paid with {amount} qəpik instead of {} and will be returned",
                charge.reference,
                charge.amount
            );
            book_payment(&mut tx, &charge, amount, now).await?;
            db::charge_return::insert(&mut tx, charge.id, WRONG_AMOUNT_KEY, amount, now).await?;
            saga::apply(&mut tx, order, Event::PaymentFailed { attempt }, now).await?;
        }
        Verdict::Failed { code } => {
            db::charge::set_over(&mut tx, charge.id, State::Failed, &code).await?;
            saga::apply(&mut tx, order, Event::PaymentFailed { attempt }, now).await?;
        }
    }
    tx.commit().await?;
    // Wakes the worker, which sells the stock.
    app.notifier.notify();
    Ok(())
}

pub async fn end_charge(app: &App, order: i64, attempt: i32, state: State, why: &str) -> Result<()> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some(charge) = lock(&mut tx, order, attempt).await? else { return Ok(()) };
    if matches!(charge.state, State::Opening | State::Pending) {
        db::charge::set_over(&mut tx, charge.id, state, why).await?;
        saga::apply(&mut tx, order, Event::PaymentFailed { attempt }, now).await?;
        tx.commit().await?;
        app.notifier.notify();
    }
    Ok(())
}

/// Locks the order's row, then the charge's, like every writer.
async fn lock(tx: &mut PgConnection, order: i64, attempt: i32) -> Result<Option<Charge>> {
    db::charge::lock_order(tx, order).await?;
    Ok(db::charge::lock_attempt(tx, order, attempt).await?)
}

async fn book_payment(
    tx: &mut PgConnection,
    charge: &Charge,
    amount: i64,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<()> {
    db::charge::set_paid(tx, charge.id, amount, now).await?;
    let (movement, key) = (Movement::charge(amount), charge.attempt.to_string());
    order_ledger::write_of_charge(tx, &movement, charge.order, charge.id, &key, now).await
}
