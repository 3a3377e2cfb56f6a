//! Keeps one customer from taking all slots and stock with orders that are neither confirmed nor paid. Each counts
//! against its *subjects*: the account, phone numbers, building and network.

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

use super::saga;
use crate::{
    App,
    db::{self, order_subject::NewSubject},
    domain::{
        checkout::Event,
        order::{Actor, ChangedBy},
        order_limits::{Exceeded, Held, OrderLimits, Subject, Wanted},
    },
};

const PAUSE: Duration = Duration::from_mins(10);
/// For cash orders of accounts without delivered orders.
const CONFIRM_WITHIN: TimeDelta = TimeDelta::hours(24);
const BATCH: i64 = 100;
/// Cancelled and expired orders count for this time.
const COUNTED_FOR: TimeDelta = TimeDelta::seconds(budget::ORDERS_BY_ACCOUNT.seconds as i64);

/// Returns each order's subjects, or the limit that it exceeds. Earlier orders of the slice count, too.
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
    let distinct: BTreeSet<_> = subjects.iter().flatten().copied().collect();
    if distinct.is_empty() {
        return Ok(subjects.into_iter().map(Ok).collect());
    }
    let distinct: Vec<_> = distinct.into_iter().collect();
    db::order_subject::lock(tx, &distinct).await?;
    let mut held = db::order_subject::held(tx, &distinct, now - COUNTED_FOR, None).await?;
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
    let held = db::order_subject::held(tx, &subjects, app.clock.now() - COUNTED_FOR, Some(order)).await?;
    // Another method takes no further units.
    let wanted = Wanted { account, subjects: &subjects, is_cash: true, units: 0 };
    Ok(check(app.order_limits, &held, &wanted, &subjects, delivered))
}

pub fn refuse(exceeded: Exceeded) -> Error {
    exceeded.budget.refuse();
    Error::conflict(exceeded.code)
}

pub async fn record(tx: &mut PgConnection, subjects: Vec<NewSubject>) -> sqlx::Result<()> {
    if subjects.is_empty() { Ok(()) } else { db::order_subject::insert_all(tx, &subjects).await }
}

pub fn worker(app: &App) -> Worker {
    Worker::new("order_subjects", PAUSE, app.clone(), |app| async move {
        if cancel_unconfirmed(&app).await? >= BATCH as usize {
            return Ok(Next::Now);
        }
        forget_old(&app).await?;
        Ok(Next::AfterInterval)
    })
}

pub async fn cancel_unconfirmed(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    let found = db::order_subject::unconfirmed(&mut tx, now - CONFIRM_WITHIN, BATCH).await?;
    let mut orders = db::saga::lock(&mut tx, &found).await?;
    // Some may have been confirmed since the query.
    orders.retain(|order| order.state.waits_for_confirmation());
    saga::step_all(&mut tx, &orders, Event::Cancelled, &ChangedBy::of(Actor::Clock), now).await?;
    tx.commit().await?;
    if !orders.is_empty() {
        app.notifier.notify();
        tracing::info!("Cancelled {} cash orders that nobody confirmed", orders.len());
    }
    Ok(orders.len())
}

pub async fn forget_old(app: &App) -> Result<u64> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let deleted = db::order_subject::delete_old(&mut tx, app.clock.now() - COUNTED_FOR).await?;
    tx.commit().await?;
    Ok(deleted)
}
