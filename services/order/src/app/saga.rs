//! The saga of orders, from placed to sold or cancelled. Only this module writes order states. A step locks the order's
//! row, lets `domain/checkout.rs` decide, and writes everything that follows in one transaction. `app/order_jobs.rs`
//! makes its stock calls later.
//!
//! Lock order everywhere: orders by id, the promo code, the slot, charges, bonuses (holder before lots), bloggers
//! (holder before balance and days), wholesale requests.

mod events;

use chrono::{DateTime, Utc};
use kit::{Error, Result, telemetry::trace_context};
use sqlx::PgConnection;

pub use db::saga::Locked;

use super::{bonus, influencer, order_ledger, wholesale};
use crate::{
    db::{self, saga::Step},
    domain::{
        checkout::{Command, Event, Stage, State, StockCall, decide},
        order::{Actor, ChangedBy},
    },
};

struct Decision<'a> {
    order: &'a Locked,
    after: State,
    commands: Vec<Command>,
}

#[derive(Clone, Copy)]
pub struct StateChange<'a> {
    /// The order before the step.
    pub order: &'a Locked,
    pub after: &'a State,
}

/// The caller must execute the returned commands.
pub async fn apply(tx: &mut PgConnection, order: i64, event: Event, now: DateTime<Utc>) -> Result<Vec<Command>> {
    let actor = match event {
        Event::Reserved | Event::PayAgain { .. } | Event::Cancelled => Actor::Shopper,
        Event::Paid { .. } | Event::PaymentFailed { .. } => Actor::Bank,
        _ => Actor::Clock,
    };
    let order = lock(tx, order).await?;
    step(tx, &order, event, &ChangedBy::of(actor), now).await
}

pub async fn apply_to_all(tx: &mut PgConnection, orders: &[i64], event: Event, now: DateTime<Utc>) -> Result<()> {
    let locked = db::saga::lock(tx, orders).await?.into_iter();
    // Each step continues its order's own trace, not the worker's.
    let locked: Vec<_> = locked.map(|order| Locked { traceparent: order.placed_in_trace.clone(), ..order }).collect();
    step_all(tx, &locked, event, &ChangedBy::of(Actor::Clock), now).await.map(drop)
}

pub fn shopper() -> ChangedBy {
    ChangedBy::of(Actor::Shopper)
}

pub async fn lock(tx: &mut PgConnection, order: i64) -> Result<Locked> {
    db::saga::lock(tx, &[order]).await?.pop().ok_or(Error::NotFound("order_not_found"))
}

/// The caller has locked the order's row, and must execute the returned commands.
pub async fn step(
    tx: &mut PgConnection,
    order: &Locked,
    event: Event,
    by: &ChangedBy,
    now: DateTime<Utc>,
) -> Result<Vec<Command>> {
    step_all(tx, std::slice::from_ref(order), event, by, now).await
}

/// Like [`step`], for several orders.
pub async fn step_all(
    tx: &mut PgConnection,
    orders: &[Locked],
    event: Event,
    by: &ChangedBy,
    now: DateTime<Utc>,
) -> Result<Vec<Command>> {
    let decided = orders.iter().filter(|order| !is_early(order, event, now)).map(|order| {
        let (after, commands) = decide(order.state, event);
        Decision { order, after, commands }
    });
    let decided: Vec<_> = decided.collect();
    let changed = decided.iter().filter(|decision| decision.order.state != decision.after);
    let changed: Vec<_> =
        changed.map(|decision| StateChange { order: decision.order, after: &decision.after }).collect();
    let steps: Vec<_> = changed.iter().map(|change| step_of(*change, now)).collect();
    for change in &changed {
        trace_context::link_current(change.order.placed_in_trace.as_deref());
    }
    if !steps.is_empty() {
        db::saga::write(tx, &steps, by, now).await?;
    }
    count_referred(tx, &changed).await?;
    events::announce(tx, &changed).await?;
    wholesale::follow(tx, &changed, by, now).await?;
    let mut commands_for_caller = Vec::new();
    for Decision { order, commands, .. } in decided {
        for command in commands {
            commands_for_caller.extend(execute(tx, order, command, now).await?);
        }
    }
    Ok(commands_for_caller)
}

/// Cancelled and expired orders do not count in bloggers' reports.
async fn count_referred(tx: &mut PgConnection, changed: &[StateChange<'_>]) -> Result<()> {
    let counts = |stage| matches!(stage, Stage::Paying | Stage::Accepted | Stage::Sold);
    let (mut placed, mut called_off) = (Vec::new(), Vec::new());
    for StateChange { order, after } in changed.iter().filter(|change| change.order.is_referred) {
        match (counts(order.state.stage), counts(after.stage)) {
            (false, true) => placed.push(order.order_id),
            (true, false) => called_off.push(order.order_id),
            _ => {}
        }
    }
    if !placed.is_empty() {
        db::referral::count(tx, &placed).await?;
    }
    if !called_off.is_empty() {
        db::referral::uncount(tx, &called_off).await?;
    }
    Ok(())
}

/// The deadline moves when the shopper pays again.
fn is_early(order: &Locked, event: Event, now: DateTime<Utc>) -> bool {
    event == Event::Overdue && order.pay_until.is_some_and(|until| until > now)
}

fn step_of(StateChange { order, after }: StateChange<'_>, now: DateTime<Utc>) -> Step<'_> {
    let before = &order.state;
    let pay_until = if after.stage == Stage::Paying { order.pay_until } else { None };
    let is_listed = |state: &State| !matches!(state.stage, Stage::Placed | Stage::Refused);
    let adds_history = is_listed(after) && (!is_listed(before) || before.status != after.status);
    let is_visible_change = adds_history
        || (before.payment, before.method, before.refunded) != (after.payment, after.method, after.refunded);
    Step {
        order_id: order.order_id,
        state: after,
        due_at: due_at(after, pay_until, now),
        pay_until,
        adds_history,
        is_visible_change,
    }
}

fn due_at(state: &State, pay_until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    match (state.stage, state.stock_call) {
        (Stage::Paying, _) => pay_until,
        (_, Some(StockCall::Sell | StockCall::Release | StockCall::TakeBack)) => Some(now),
        _ => None,
    }
}

/// Executes the command, or returns it for the caller.
async fn execute(
    tx: &mut PgConnection,
    order: &Locked,
    command: Command,
    now: DateTime<Utc>,
) -> Result<Option<Command>> {
    match command {
        Command::OpenPayment { .. } => return Ok(Some(command)),
        Command::ReleaseBookings => {
            db::promo::release(tx, order.order_id).await?;
            if let Some(slot) = &order.slot_id {
                db::slot::release(tx, slot).await?;
            }
            bonus::give_back_rest(tx, order.order_id, now).await?;
        }
        Command::ReturnMoney { attempt } => {
            order_ledger::schedule_full_return(tx, order.order_id, attempt, now).await?;
        }
        Command::BookDelivery => {
            order_ledger::book_delivery(tx, order.order_id, now).await?;
            bonus::earn(tx, order, now).await?;
            influencer::earn(tx, order, now).await?;
        }
    }
    Ok(None)
}
