//! What is left to do when a step is written down, and what was left when a process died: the stock is sold, or free again;
//! an order nobody went on with is called off; one nobody paid for in time is over. Any number of processes may work at it,
//! each on orders of its own, and everything may be done twice.

use std::{collections::HashSet, sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use futures::{StreamExt as _, stream};
use kit::{
    Result,
    worker::{Next, Worker},
};
use sqlx::Connection as _;
use tokio::{sync::Mutex, time::Instant};

use super::{payment, saga};
use crate::{
    App,
    db::{self, saga::Due},
    domain::checkout::{Errand, Event, Stage},
    stock::Sale,
};

/// Orders looked at together; what they amount to is written in one transaction.
const BATCH: i64 = 100;
/// What is asked of a neighbour at once: those that sell at the same moment are sold together.
const AT_ONCE: usize = 32;
/// How long a worker that was woken waits for more, so that it does much at once.
const GATHER: Duration = Duration::from_millis(100);
/// Longer than the catalogue and the banks are waited for, some dozens at once.
const LIMIT: Duration = Duration::from_mins(2);
/// When an errand that failed is tried again, and what died with its worker is somebody else's.
const AGAIN: TimeDelta = TimeDelta::seconds(15);
/// Names the return of a whole order to the stock.
const TAKEN_BACK: &str = "order";

/// The state of the worker: orders handed over in this process are done as they come, and others are looked for every so often.
#[derive(Clone)]
struct Errands {
    app: App,
    every: Duration,
    look_at: Arc<Mutex<Instant>>,
}

/// Runs the errands of orders.
pub fn worker(app: &App, every: Duration) -> Worker {
    let errands = Errands { app: app.clone(), every, look_at: Arc::new(Mutex::new(Instant::now())) };
    Worker::new("orders", every, errands, run).woken_after(app.bell.notifier(), GATHER).limited_to(LIMIT)
}

async fn run(errands: Errands) -> Result<Next> {
    let app = &errands.app;
    let mut look_at = errands.look_at.lock().await;
    if app.bell.was_rung() {
        *look_at = Instant::now();
    }
    if *look_at > Instant::now() {
        see_to(app, app.bell.handed()).await?;
        return Ok(Next::After(*look_at - Instant::now()));
    }
    if run_errands(app).await? >= BATCH as usize {
        return Ok(Next::Now);
    }
    mask_leavers(app).await?;
    *look_at = Instant::now() + errands.every;
    Ok(Next::AfterInterval)
}

/// Takes the person out of the orders of who has left, as far as these have come to their end; how many that were.
pub async fn mask_leavers(app: &App) -> Result<i64> {
    let mut connection = app.lender.lend().await?;
    let is_anybody_leaving = db::leaver::is_any(&mut connection).await?;
    connection.done();
    if !is_anybody_leaving {
        return Ok(0);
    }
    let mut tx = app.pool.begin().await?;
    let masked = db::leaver::mask(&mut tx).await?;
    tx.commit().await?;
    Ok(masked)
}

/// Looks at the orders that are due; how many there were.
pub async fn run_errands(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let handed = app.bell.handed();
    let mut connection = app.lender.lend().await?;
    // One statement, and so its own transaction.
    let mut due = db::saga::claim(&mut connection, now, now + AGAIN, BATCH).await?;
    connection.done();
    let found: HashSet<_> = due.iter().map(|order| order.order_id).collect();
    due.extend(handed.into_iter().filter(|order| !found.contains(&order.order_id)));
    let looked_at = due.len();
    see_to(app, due).await?;
    Ok(looked_at)
}

async fn see_to(app: &App, due: Vec<Due>) -> Result<()> {
    let outcomes: Vec<_> = stream::iter(due)
        .map(|order| async move { (order.order_id, outcome(app, &order).await) })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    write_down(app, &outcomes, app.clock.now()).await
}

/// What comes of looking at an order; nothing when a neighbour is away, and then it is looked at again.
async fn outcome(app: &App, order: &Due) -> Option<Event> {
    match look_at(app, order).await {
        Ok(event) => event,
        Err(error) => {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, order.id = order.order_id, "An errand of order {} failed; trying again", order.code);
            None
        }
    }
}

async fn look_at(app: &App, order: &Due) -> Result<Option<Event>> {
    let event = match (order.stage, order.errand) {
        (Stage::Placed, _) => Event::CalledOff,
        (Stage::Paying, _) => {
            // Who pays in the last second has paid. A bank that does not answer keeps nobody's goods.
            if let Err(error) = payment::ask(app, order.order_id).await {
                let error = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(error, order.id = order.order_id, "The bank was not heard about order {}", order.code);
            }
            Event::Overdue
        }
        (_, Some(Errand::Sell)) => match app.stock.sell(&order.code).await? {
            Sale::Sold => Event::Sold,
            Sale::Gone => Event::SoldOut,
        },
        (_, Some(Errand::Release)) => {
            app.stock.release(&order.code).await?;
            Event::Told(Errand::Release)
        }
        (_, Some(Errand::TakeBack)) => {
            take_back(app, order).await?;
            Event::Told(Errand::TakeBack)
        }
        (_, Some(Errand::Reserve) | None) => return Ok(None),
    };
    Ok(Some(event))
}

/// A sale that is on its way is either refused from now on, or was made before and is undone.
async fn take_back(app: &App, order: &Due) -> Result<()> {
    app.stock.release(&order.code).await?;
    let lines = {
        let mut connection = app.pool.acquire().await?;
        db::order_line::held(&mut connection, order.order_id).await?
    };
    app.stock.restock(&order.code, TAKEN_BACK, &lines).await
}

/// What frees promo codes and slots takes the locks of one order at a time; all else is written together.
async fn write_down(app: &App, outcomes: &[(i64, Option<Event>)], now: DateTime<Utc>) -> Result<()> {
    let mut kinds: Vec<(Event, Vec<i64>)> = Vec::new();
    for (order, event) in outcomes.iter().filter_map(|(order, event)| Some((*order, (*event)?))) {
        let is_together = matches!(event, Event::Sold | Event::Told(_));
        match kinds.iter_mut().find(|(known, _)| is_together && *known == event) {
            Some((_, orders)) => orders.push(order),
            None => kinds.push((event, vec![order])),
        }
    }
    for (event, orders) in kinds {
        let mut connection = app.lender.lend().await?;
        let mut tx = connection.begin().await?;
        saga::happen_to_all(&mut tx, &orders, event, now).await?;
        tx.commit().await?;
        connection.done();
    }
    Ok(())
}
