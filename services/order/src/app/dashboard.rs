//! Reads the operators' dashboard from one snapshot, so that its figures agree.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};

use crate::{
    App,
    app::SNAPSHOT,
    db::dashboard::{self, LateOrder, StoreSales},
    domain::dashboard::{Periods, Sales},
};

const TOP_STORES: i64 = 10;
const MAX_LATE: i64 = 1_000;
const SHOWN_LATE: i64 = 5;

pub struct Figures {
    pub at: DateTime<Utc>,
    pub days: Vec<(NaiveDate, Sales)>,
    /// This weekday a week ago, until the same time of day.
    pub last_week: (NaiveDate, Sales),
    pub stores: Vec<StoreSales>,
    pub late_count: i64,
    pub late: Vec<LateOrder>,
}

pub async fn read(app: &App) -> sqlx::Result<Figures> {
    let now = app.clock.now();
    let periods = Periods::at(now);
    let (week_since, week_until) = periods.last_week;
    let mut tx = kit::db::begin_with(&app.pool, SNAPSHOT).await?;
    let sales_by_day = dashboard::by_day(&mut tx, periods.since, periods.until).await?;
    let sales_by_day: HashMap<_, _> = sales_by_day.into_iter().collect();
    // Days without sales have no row.
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
