//! The worker of orders. It sells or releases stock after a step, also after a crash, and ends orders that were
//! abandoned or not paid in time. Any number of processes may run it. Every action is idempotent.

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
    db::{self, saga::Due},
    domain::checkout::{Event, Stage, StockCall},
    names,
    stock::Sale,
};

/// Maximum number of orders that are processed together. Their results are written in one transaction.
const BATCH: i64 = 100;
/// Concurrent calls to other services. The stock client batches concurrent sales.
const CONCURRENCY: usize = 32;
/// How long a woken worker waits for more orders, to process them together.
const GATHER: Duration = Duration::from_millis(100);
/// Timeout of one run, longer than some dozen timeouts of the catalog and banks.
const TIMEOUT: Duration = Duration::from_mins(2);
/// A failed or interrupted order is claimed again after this time.
const LEASE: TimeDelta = TimeDelta::seconds(15);
/// Key of the return of a whole order to the stock.
const RETURN_KEY: &str = "order";

/// Orders that this process has handed over are processed at once. Other orders are found by the next query.
#[derive(Clone)]
struct WorkerState {
    app: App,
    every: Duration,
    query_at: Arc<Mutex<Instant>>,
}

pub fn worker(app: &App, every: Duration) -> Worker {
    let state = WorkerState { app: app.clone(), every, query_at: Arc::new(Mutex::new(Instant::now())) };
    Worker::new("orders", every, state, run).notified_after(app.notifier.signal(), GATHER).with_timeout(TIMEOUT)
}

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
    *query_at = Instant::now() + state.every;
    Ok(Next::AfterInterval)
}

/// Erases personal data of erased accounts from their orders, and returns the number of orders.
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

pub async fn run_order_jobs(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let handed = app.notifier.take_handed_over();
    let mut connection = app.warm_pool.acquire().await?;
    // A single statement is its own transaction.
    let mut due = db::saga::claim(&mut connection, now, now + LEASE, BATCH).await?;
    connection.release();
    let found: HashSet<_> = due.iter().map(|order| order.order_id).collect();
    due.extend(handed.into_iter().filter(|order| !found.contains(&order.order_id)));
    let number = due.len();
    process(app, due).await?;
    Ok(number)
}

async fn process(app: &App, due: Vec<Due>) -> Result<()> {
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

/// Returns the next event. Returns `None` if another service has failed. The order is then retried.
async fn outcome(app: &App, order: &Due) -> Option<Event> {
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

async fn next_event(app: &App, order: &Due) -> Result<Option<Event>> {
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
        (_, Some(StockCall::Reserve) | None) => return Ok(None),
    };
    Ok(Some(event))
}

/// Takes the goods back. A concurrent sale is either refused, or undone by the restock.
async fn take_back(app: &App, order: &Due) -> Result<()> {
    app.stock.release(&order.code).await?;
    let lines = {
        let mut connection = app.pool.acquire().await?;
        db::order_line::counts(&mut connection, order.order_id).await?
    };
    app.stock.restock(&order.code, RETURN_KEY, &lines).await
}

/// Events that free promo codes and slots are written one order at a time, because of their locks.
async fn write_outcomes(app: &App, outcomes: &[(i64, Option<Event>)], now: DateTime<Utc>) -> Result<()> {
    let mut kinds: Vec<(Event, Vec<i64>)> = Vec::new();
    for (order, event) in outcomes.iter().filter_map(|(order, event)| Some((*order, (*event)?))) {
        let is_together = matches!(event, Event::Sold | Event::StockCallDone(_));
        match kinds.iter_mut().find(|(known, _)| is_together && *known == event) {
            Some((_, orders)) => orders.push(order),
            None => kinds.push((event, vec![order])),
        }
    }
    for (event, orders) in kinds {
        let mut connection = app.warm_pool.acquire().await?;
        let mut tx = connection.begin().await?;
        saga::apply_to_all(&mut tx, &orders, event, now).await?;
        tx.commit().await?;
        connection.release();
    }
    Ok(())
}
