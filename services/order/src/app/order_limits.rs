//! Keeps one customer from taking all slots and stock by orders that are neither confirmed nor paid. Callers run this
//! in the transaction that places the order, before they lock any row.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use kit::{
    Error, Result, budget,
    worker::{Next, Worker},
};
use sqlx::PgConnection;

use crate::{
    App,
    db::{self, order_subject::New},
    domain::order_limits::{Exceeded, Held, OrderLimits, Subject, Wanted},
};

const PAUSE: Duration = Duration::from_mins(10);
/// Orders dropped within this time count against their customers.
const MEMORY: TimeDelta = TimeDelta::seconds(budget::ORDERS_BY_ACCOUNT.seconds as i64);

/// Decides for each order whether its subjects' budgets allow it: returns the subjects that it counts against. Orders
/// are counted in their sequence, those before included.
pub async fn admit(
    tx: &mut PgConnection,
    limits: OrderLimits,
    wanted: &[Wanted<'_>],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Result<Vec<Subject>, Exceeded>>> {
    if limits == OrderLimits::OFF {
        return Ok(vec![Ok(vec![]); wanted.len()]);
    }
    let accounts: Vec<_> = wanted.iter().map(|order| order.account).collect();
    let delivered = db::order_subject::delivered(tx, &accounts, budget::ORDER_HISTORY.into()).await?;
    let history = |order: &Wanted<'_>| delivered.get(&order.account).copied().unwrap_or_default();
    let subjects: Vec<_> = wanted.iter().map(|order| limits.subjects_of(order.subjects, history(order))).collect();
    let all: BTreeSet<_> = subjects.iter().flatten().copied().collect();
    if all.is_empty() {
        return Ok(subjects.into_iter().map(Ok).collect());
    }
    let all: Vec<_> = all.into_iter().collect();
    db::order_subject::lock(tx, &all).await?;
    let mut held = db::order_subject::held(tx, &all, now - MEMORY, None).await?;
    let admitted = wanted.iter().zip(subjects).map(|(order, subjects)| {
        check(limits, &held, order, &subjects, history(order))?;
        for subject in &subjects {
            held.entry(subject.key).or_default().add(order);
        }
        Ok(subjects)
    });
    Ok(admitted.collect())
}

fn check(
    limits: OrderLimits,
    held: &HashMap<[u8; 16], Held>,
    wanted: &Wanted<'_>,
    subjects: &[Subject],
    delivered: i64,
) -> Result<(), Exceeded> {
    subjects.iter().try_for_each(|subject| {
        let held = held.get(&subject.key).copied().unwrap_or_default();
        limits.check(subject.kind, held, wanted, delivered)
    })
}

/// Decides whether the budgets of cash orders allow changing an unpaid order to cash.
pub async fn check_change_to_cash(
    app: &App,
    tx: &mut PgConnection,
    account: i64,
    order: i64,
) -> sqlx::Result<Result<(), Exceeded>> {
    let subjects = db::order_subject::of_order(tx, order).await?;
    let delivered = db::order_subject::delivered(tx, &[account], budget::ORDER_HISTORY.into()).await?;
    let delivered = delivered.get(&account).copied().unwrap_or_default();
    // Limits may have been switched off since the order was placed.
    let subjects = app.order_limits.subjects_of(&subjects, delivered);
    db::order_subject::lock(tx, &subjects).await?;
    let held = db::order_subject::held(tx, &subjects, app.clock.now() - MEMORY, Some(order)).await?;
    let wanted = Wanted { account, subjects: &subjects, is_cash: true, units: 0 };
    Ok(check(app.order_limits, &held, &wanted, &subjects, delivered))
}

/// Counts the refusal and returns its error.
pub fn refuse(exceeded: Exceeded) -> Error {
    exceeded.budget.refuse();
    Error::conflict(exceeded.code)
}

/// Stores whom placed orders count against.
pub async fn record(tx: &mut PgConnection, subjects: Vec<New>) -> sqlx::Result<()> {
    if subjects.is_empty() { Ok(()) } else { db::order_subject::insert_all(tx, &subjects).await }
}

pub fn worker(app: &App) -> Worker {
    Worker::new("order_subjects", PAUSE, app.clone(), |app| async move {
        forget_old(&app).await?;
        Ok(Next::AfterInterval)
    })
}

/// Deletes whom old orders counted against; returns the number of rows.
pub async fn forget_old(app: &App) -> Result<u64> {
    let mut tx = app.pool.begin().await?;
    let deleted = db::order_subject::delete_old(&mut tx, app.clock.now() - MEMORY).await?;
    tx.commit().await?;
    Ok(deleted)
}
