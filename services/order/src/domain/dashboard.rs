//! The periods that the operators' dashboard compares. Days begin at midnight in Baku.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use super::baku;

/// Days in the chart, including today.
const DAYS: u64 = 30;
const WEEK: TimeDelta = TimeDelta::weeks(1);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sales {
    /// Cancelled orders are not included.
    pub orders: i64,
    pub cancelled: i64,
    /// In qəpik, without cancelled orders and refunds.
    pub revenue: i64,
}

impl Sales {
    pub fn average_order(&self) -> Option<i64> {
        (self.orders > 0).then(|| self.revenue / self.orders)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Periods {
    pub today: NaiveDate,
    /// The days of the chart, oldest first.
    pub days: Vec<NaiveDate>,
    pub since: DateTime<Utc>,
    pub until: DateTime<Utc>,
    /// This weekday a week ago: the beginning of the day, and the same time of day as now.
    pub last_week: (DateTime<Utc>, DateTime<Utc>),
}

impl Periods {
    pub fn at(now: DateTime<Utc>) -> Self {
        let today = baku::local(now).date();
        let days: Vec<_> = (0..DAYS).rev().filter_map(|days| today.checked_sub_days(Days::new(days))).collect();
        let since = baku::hour(days.first().copied().unwrap_or(today), 0);
        let until = baku::hour(today, 0) + TimeDelta::days(1);
        Self { today, days, since, until, last_week: (baku::hour(today, 0) - WEEK, now - WEEK) }
    }

    pub fn last_week_day(&self) -> NaiveDate {
        baku::local(self.last_week.0).date()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn today_begins_and_ends_at_midnight_in_baku() {
        let before = Periods::at(at("2026-11-21T19:59:59Z"));
        assert_eq!(before.today.to_string(), "2026-11-21");
        assert_eq!(before.until, at("2026-11-21T20:00:00Z"));
        assert_eq!(before.last_week, (at("2026-11-13T20:00:00Z"), at("2026-11-14T19:59:59Z")));
        let after = Periods::at(at("2026-11-21T20:00:00Z"));
        assert_eq!(after.today.to_string(), "2026-11-22");
        assert_eq!(after.last_week, (at("2026-11-14T20:00:00Z"), at("2026-11-14T20:00:00Z")));
        assert_eq!(after.last_week_day().to_string(), "2026-11-15");
    }

    #[test]
    fn chart_has_thirty_days_and_ends_today() {
        let periods = Periods::at(at("2026-03-01T08:00:00Z"));
        assert_eq!(periods.days.len(), 30);
        assert_eq!(periods.days.last(), Some(&periods.today));
        assert_eq!(periods.days[0].to_string(), "2026-01-31");
        assert_eq!(periods.since, at("2026-01-30T20:00:00Z"));
        assert!(periods.days.is_sorted());
    }

    #[test]
    fn average_order_excludes_cancelled_orders() {
        assert_eq!(Sales { orders: 3, cancelled: 2, revenue: 1_000 }.average_order(), Some(333));
        assert_eq!(Sales { orders: 0, cancelled: 2, revenue: 0 }.average_order(), None);
    }
}
