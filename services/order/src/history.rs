//! Writes a year of demo data with the API's use cases and a clock in the past, so that the ledger and all counts are
//! consistent. Needs local mode, a database without orders, and running auth, catalog and sandbox bank.

mod people;
mod wholesale;
mod writer;

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use kit::{Clock, client::Channel, config::LoadArgs};
use serde::Deserialize;

use self::{people::People, wholesale::DemoRequest, writer::HistoryWriter};
use crate::{App, db, domain::status::Status};

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Event {
    Order(Order),
    Cashout(Cashout),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Order {
    days_ago: i64,
    /// In qəpik.
    min_price: i64,
    max_price: i64,
    /// The product was found on the blogger's list.
    #[serde(default)]
    by_blogger: bool,
    /// Clicks on that list on that day.
    #[serde(default)]
    clicks: u8,
    /// Delivered by default.
    end: Option<Status>,
    /// In days.
    returned_after: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Cashout {
    days_ago: i64,
    /// In qəpik.
    amount: i64,
    card: String,
    end: CashoutEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CashoutEnd {
    Requested,
    /// The card decides the bank's result.
    Sent,
}

impl Event {
    fn days_ago(&self) -> i64 {
        match self {
            Self::Order(order) => order.days_ago,
            Self::Cashout(cashout) => cashout.days_ago,
        }
    }
}

#[derive(Clone)]
pub struct HistoryClock(Arc<AtomicI64>);

impl HistoryClock {
    /// Returns the clock, and the app's read-only view of it.
    pub fn new() -> (Self, Clock) {
        let micros = Arc::new(AtomicI64::new(0));
        let history_clock = Self(micros.clone());
        let clock =
            Clock::from_fn(move || DateTime::from_timestamp_micros(micros.load(Ordering::Relaxed)).unwrap_or_default());
        (history_clock, clock)
    }

    fn set(&self, now: DateTime<Utc>) {
        self.0.store(now.timestamp_micros(), Ordering::Relaxed);
    }

    fn advance(&self, time: TimeDelta) {
        self.0.fetch_add(time.num_microseconds().unwrap_or_default(), Ordering::Relaxed);
    }
}

/// Does nothing if there are orders.
pub async fn write(
    app: &App,
    history_clock: &HistoryClock,
    now: DateTime<Utc>,
    auth: Channel,
    catalog: Channel,
    args: &LoadArgs,
) -> anyhow::Result<()> {
    let events: Vec<Event> = args.read("history.json")?;
    let requests: Vec<DemoRequest> = args.read("wholesale.json")?;
    let is_sorted =
        events.is_sorted_by_key(|event| -event.days_ago()) && requests.is_sorted_by_key(|request| -request.days_ago);
    anyhow::ensure!(is_sorted, "the history is not in chronological order");
    if db::history::has_orders(&app.pool).await? {
        tracing::info!("The demo's history is not written because there are orders");
        return Ok(());
    }
    history_clock.set(now);
    let people = People::sign_in(auth, args).await?;
    let mut writer = HistoryWriter::new(app.clone(), history_clock.clone(), people, catalog).await?;
    for (number, event) in events.iter().enumerate() {
        // The steps of an order take five hours, and must end before now.
        history_clock.set(now - TimeDelta::days(event.days_ago()) - TimeDelta::hours(6));
        let outcome = match event {
            Event::Order(order) => writer.order(number, order).await,
            Event::Cashout(cashout) => writer.cash_out(number, cashout).await,
        };
        outcome.with_context(|| format!("event {number} of the history"))?;
    }
    for (number, request) in requests.iter().enumerate() {
        // The first answer takes two hours, and must end before now.
        history_clock.set(now - TimeDelta::days(request.days_ago) - TimeDelta::hours(4));
        writer.wholesale(number, request).await.with_context(|| format!("wholesale request {number}"))?;
    }
    history_clock.set(now);
    writer.expire_bonuses().await?;
    // Keeps the events from which the catalog learns who may write a verified review.
    db::history::delete_unpublished_events(&app.pool).await?;
    tracing::info!("Wrote {} events of the demo's history and {} wholesale requests", events.len(), requests.len());
    Ok(())
}
