//! Reads the figures of the operators' dashboard from one snapshot of the database, so that they agree with each other.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};

use crate::{
    App,
    db::dashboard::{self, LateOrder, StoreSales},
    domain::dashboard::{Periods, Sales},
};

/// Begins a transaction in which all queries see the same state of the database.
const SNAPSHOT: &str = "begin isolation level repeatable read read only";
/// Number of stores in the list of best-selling stores.
const TOP_STORES: i64 = 10;
/// Late orders are counted up to this number.
const MAX_LATE: i64 = 1_000;
/// Number of late orders that are listed.
const SHOWN_LATE: i64 = 5;

/// The figures of the dashboard.
pub struct Figures {
    /// The time of the snapshot.
    pub at: DateTime<Utc>,
    /// The days of the chart, oldest first; the last one is today.
    pub days: Vec<(NaiveDate, Sales)>,
    /// The sales of this weekday a week ago, until the same time of day.
    pub last_week: (NaiveDate, Sales),
    pub stores: Vec<StoreSales>,
    /// Number of orders whose delivery is overdue.
    pub late_count: i64,
    /// The first of the late orders.
    pub late: Vec<LateOrder>,
}

/// Reads the figures.
pub async fn read(app: &App) -> sqlx::Result<Figures> {
    let now = app.clock.now();
    let periods = Periods::at(now);
    let (week_since, week_until) = periods.last_week;
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let sales_by_day = dashboard::by_day(&mut tx, periods.since, periods.until).await?;
    let sales_by_day: HashMap<_, _> = sales_by_day.into_iter().collect();
    // The database returns no row for a day without sales.
    let days = periods.days.iter().map(|day| (*day, sales_by_day.get(day).copied().unwrap_or_default())).collect();
    let last_week = dashboard::by_day(&mut tx, week_since, week_until).await?.pop().map(|(_, sales)| sales);
    let figures = Figures {
        at: now,
        days,
        last_week: (periods.last_week_day(), last_week.unwrap_or_default()),
        stores: dashboard::by_store(&mut tx, periods.since, periods.until, TOP_STORES).await?,
        late_count: dashboard::count_late(&mut tx, now, MAX_LATE).await?,
        late: dashboard::late(&mut tx, now, SHOWN_LATE).await?,
    };
    tx.commit().await?;
    Ok(figures)
}
