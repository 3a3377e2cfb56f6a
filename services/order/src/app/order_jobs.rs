//! The background worker of orders. It makes the calls to the stock that the steps of orders (`saga.rs`) have stored:
//! sell, release, or take back. It also ends orders that were abandoned or not paid in time. Any number of processes
//! may run it. Every action is idempotent, so a crash in between does no harm.

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

/// Maximum number of orders that are processed together. Their results are written in one transaction.
const BATCH: i64 = 100;
/// Concurrent calls to other services. The stock client batches concurrent sales.
const CONCURRENCY: usize = 32;
/// How long a woken worker waits for more orders, to process them together.
const GATHER: Duration = Duration::from_millis(100);
/// Timeout of one run, longer than the timeouts of some dozen calls to the catalog and banks.
const TIMEOUT: Duration = Duration::from_mins(2);
/// A failed or interrupted order is claimed again after this time.
const LEASE: TimeDelta = TimeDelta::seconds(15);
/// Idempotency key with which all goods of an order are returned to the stock.
const RETURN_KEY: &str = "order";

/// The state of the worker between two runs.
#[derive(Clone)]
struct WorkerState {
    app: App,
    /// The time between two queries for due orders.
    query_interval: Duration,
    /// The time of the next query for due orders.
    query_at: Arc<Mutex<Instant>>,
}

/// Returns the worker, which queries the database for due orders at this interval.
pub fn worker(app: &App, query_interval: Duration) -> Worker {
    let state = WorkerState { app: app.clone(), query_interval, query_at: Arc::new(Mutex::new(Instant::now())) };
    let worker = Worker::new("orders", query_interval, state, run);
    worker.notified_after(app.notifier.signal(), GATHER).with_timeout(TIMEOUT)
}

/// Processes the orders that this process has handed over and, when a query is due, all other due orders.
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
    *query_at = Instant::now() + state.query_interval;
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

/// Processes the handed-over orders and up to `BATCH` other due ones, and returns their number.
pub async fn run_order_jobs(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let handed_over = app.notifier.take_handed_over();
    let mut connection = app.warm_pool.acquire().await?;
    // A single statement is its own transaction.
    let mut due = db::saga::claim(&mut connection, now, now + LEASE, BATCH).await?;
    connection.release();
    let claimed: HashSet<_> = due.iter().map(|order| order.order_id).collect();
    due.extend(handed_over.into_iter().filter(|order| !claimed.contains(&order.order_id)));
    let number = due.len();
    process(app, due).await?;
    Ok(number)
}

/// Makes the calls that are due, several at a time, and writes their results.
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

/// Makes the call that is due, and returns the resulting event. Returns `None` if the call failed. The order is then
/// retried after its lease.
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

/// Makes the call that is due, and returns the resulting event, if any.
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
        (_, Some(StockCall::Reserve) | None) => return Ok(None),
    };
    Ok(Some(event))
}

/// Takes the goods of a cancelled order back into the stock. A concurrent sale is either refused by the catalog,
/// because the reservation is released, or undone by the restock.
async fn take_back(app: &App, order: &DueOrder) -> Result<()> {
    app.stock.release(&order.code).await?;
    let lines = {
        let mut connection = app.pool.acquire().await?;
        db::order_line::counts(&mut connection, order.order_id).await?
    };
    app.stock.restock(&order.code, RETURN_KEY, &lines).await
}

/// Writes the events of several orders, one transaction for each kind of event. Events that free promo codes and slots
/// are written in one transaction per order, so that the locks on promo codes and slots are held briefly.
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
