//! The order worker makes the stock calls that `saga.rs` has stored, and ends orders that were abandoned or not paid in
//! time. Every action is idempotent, and any number of processes may run it.

use std::{collections::HashSet, sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use futures::{StreamExt as _, stream};
use kit::{
    Result,
    telemetry::trace_context,
    worker::{Next, Worker},
};
use tokio::{sync::Mutex, time::Instant};
use tracing::Instrument as _;

use super::{payment, saga};
use crate::{
    App,
    db::{self, saga::DueOrder},
    domain::checkout::{Event, Stage, StockCall},
    names,
    stock::Sale,
};

const BATCH: i64 = 100;
const CONCURRENCY: usize = 32;
/// A woken worker waits this long for more orders.
const GATHER: Duration = Duration::from_millis(100);
/// Longer than some dozen calls to the catalog and banks.
const TIMEOUT: Duration = Duration::from_mins(2);
/// A failed order is claimed again after this time.
const LEASE: TimeDelta = TimeDelta::seconds(15);
/// Names the return of a whole order.
const RETURN_KEY: &str = "order";

#[derive(Clone)]
struct WorkerState {
    app: App,
    query_interval: Duration,
    query_at: Arc<Mutex<Instant>>,
}

pub fn worker(app: &App, query_interval: Duration) -> Worker {
    let state = WorkerState { app: app.clone(), query_interval, query_at: Arc::new(Mutex::new(Instant::now())) };
    let worker = Worker::new("orders", query_interval, state, run);
    worker.notified_after(app.notifier.signal(), GATHER).with_timeout(TIMEOUT)
}

/// Queries the database only when a query is due.
async fn run(state: WorkerState) -> Result<Next> {
    let app = &state.app;
    let mut query_at = state.query_at.lock().await;
    if app.notifier.take_must_query() {
        *query_at = Instant::now();
    }
    if *query_at > Instant::now() {
        process(app, app.notifier.take_handed_over()).await?;
        return Ok(Next::After(*query_at - Instant::now()));
    }
    if run_order_jobs(app).await? >= BATCH as usize {
        return Ok(Next::Now);
    }
    mask_erased_accounts(app).await?;
    mask_guests(app).await?;
    *query_at = Instant::now() + state.query_interval;
    Ok(Next::AfterInterval)
}

pub async fn mask_erased_accounts(app: &App) -> Result<i64> {
    let mut connection = app.warm_pool.acquire().await?;
    let is_any = db::erased_account::is_any(&mut connection).await?;
    connection.release();
    if !is_any {
        return Ok(0);
    }
    let mut tx = kit::db::begin(&app.pool).await?;
    let masked = db::erased_account::mask(&mut tx).await?;
    tx.commit().await?;
    Ok(masked)
}

/// Returns the number of phone orders whose customer was erased.
pub async fn mask_guests(app: &App) -> Result<i64> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let masked = db::erased_account::mask_guests(&mut tx, app.clock.now(), BATCH).await?;
    tx.commit().await?;
    Ok(masked)
}

pub async fn run_order_jobs(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let handed_over = app.notifier.take_handed_over();
    let mut connection = app.warm_pool.acquire().await?;
    let mut due = db::saga::claim(&mut connection, now, now + LEASE, BATCH).await?;
    connection.release();
    let claimed: HashSet<_> = due.iter().map(|order| order.order_id).collect();
    due.extend(handed_over.into_iter().filter(|order| !claimed.contains(&order.order_id)));
    let number = due.len();
    process(app, due).await?;
    Ok(number)
}

async fn process(app: &App, due: Vec<DueOrder>) -> Result<()> {
    let outcomes: Vec<_> = stream::iter(due)
        .map(|order| async move {
            let span =
                tracing::info_span!(names::ORDER_JOB_SPAN, order.id = order.order_id, order.stage = order.stage.key());
            trace_context::continue_in(&span, order.placed_in_trace.as_deref());
            (order.order_id, outcome(app, &order).instrument(span).await)
        })
        .buffer_unordered(CONCURRENCY)
        .collect()
        .await;
    write_outcomes(app, &outcomes, app.clock.now()).await
}

/// Returns `None` if the call failed; the order is retried after its lease.
async fn outcome(app: &App, order: &DueOrder) -> Option<Event> {
    match next_event(app, order).await {
        Ok(event) => event,
        Err(error) => {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(
                error,
                order.id = order.order_id,
                "The stock call of order {} failed and will be retried",
                order.code
            );
            None
        }
    }
}

async fn next_event(app: &App, order: &DueOrder) -> Result<Option<Event>> {
    let event = match (order.stage, order.stock_call) {
        (Stage::Placed, _) => Event::CalledOff,
        (Stage::Paying, _) => {
            // The shopper may have paid in the last second. A silent bank does not extend the hold on the goods.
            if let Err(error) = payment::poll_order(app, order.order_id).await {
                let error = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(error, order.id = order.order_id, "The bank gave no answer about order {}", order.code);
            }
            Event::Overdue
        }
        (_, Some(StockCall::Sell)) => match app.stock.sell(&order.code).await? {
            Sale::Sold => Event::Sold,
            Sale::Gone => Event::SoldOut,
        },
        (_, Some(StockCall::Release)) => {
            app.stock.release(&order.code).await?;
            Event::StockCallDone(StockCall::Release)
        }
        (_, Some(StockCall::TakeBack)) => {
            take_back(app, order).await?;
            Event::StockCallDone(StockCall::TakeBack)
        }
        // Placing an order reserves the stock itself.
        (_, Some(StockCall::Reserve) | None) => return Ok(None),
    };
    Ok(Some(event))
}

/// A concurrent sale is refused, because the reservation is released, or undone by the restock.
async fn take_back(app: &App, order: &DueOrder) -> Result<()> {
    app.stock.release(&order.code).await?;
    let lines = {
        let mut connection = app.pool.acquire().await?;
        db::order_line::counts(&mut connection, order.order_id).await?
    };
    app.stock.restock(&order.code, RETURN_KEY, &lines).await
}

/// Events that free promo codes and slots get their own transactions, so that their locks are held briefly.
async fn write_outcomes(app: &App, outcomes: &[(i64, Option<Event>)], now: DateTime<Utc>) -> Result<()> {
    let mut groups: Vec<(Event, Vec<i64>)> = Vec::new();
    for (order, event) in outcomes.iter().filter_map(|(order, event)| Some((*order, (*event)?))) {
        let can_share = matches!(event, Event::Sold | Event::StockCallDone(_));
        match groups.iter_mut().find(|(group_event, _)| can_share && *group_event == event) {
            Some((_, orders)) => orders.push(order),
            None => groups.push((event, vec![order])),
        }
    }
    for (event, orders) in groups {
        let mut connection = app.warm_pool.acquire().await?;
        let mut tx = connection.begin().await?;
        saga::apply_to_all(&mut tx, &orders, event, now).await?;
        tx.commit().await?;
        connection.release();
    }
    Ok(())
}
