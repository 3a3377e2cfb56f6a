//! Counts working days from Monday to Friday. Public holidays count as working days.

use chrono::{DateTime, Datelike as _, Days, NaiveDate, TimeDelta, Utc, Weekday};

use crate::domain::baku;

pub const MAX_RESERVATION: TimeDelta = TimeDelta::days(30);
/// Bank statements arrive after the deadline of the payment.
const GRACE: TimeDelta = TimeDelta::days(1);

/// Returns the end of the day that is `days` working days after today.
pub fn end_of_term(now: DateTime<Utc>, days: u32) -> DateTime<Utc> {
    let mut date = baku::local(now).date();
    let mut left = days.max(1);
    while left > 0 {
        date = next(date);
        if is_working(date) {
            left -= 1;
        }
    }
    baku::hour(date, 24)
}

/// `until` is the deadline of the payment.
pub fn reservation_period(now: DateTime<Utc>, until: DateTime<Utc>) -> TimeDelta {
    (until - now + GRACE).clamp(TimeDelta::minutes(1), MAX_RESERVATION)
}

fn next(date: NaiveDate) -> NaiveDate {
    date.checked_add_days(Days::new(1)).unwrap_or(date)
}

fn is_working(date: NaiveDate) -> bool {
    !matches!(date.weekday(), Weekday::Sat | Weekday::Sun)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn weekends_do_not_count() {
        // A Wednesday and a Friday shortly before midnight in Baku, and the Saturday shortly after.
        assert_eq!(end_of_term(at("2026-11-25T19:30:00Z"), 5), at("2026-12-02T20:00:00Z"));
        assert_eq!(end_of_term(at("2026-11-27T19:59:00Z"), 1), at("2026-11-30T20:00:00Z"));
        assert_eq!(end_of_term(at("2026-11-27T20:01:00Z"), 1), at("2026-11-30T20:00:00Z"));
    }

    #[test]
    fn stock_is_reserved_longer_than_the_term_up_to_a_limit() {
        let now = at("2026-11-25T12:00:00Z");
        assert_eq!(reservation_period(now, now + TimeDelta::days(5)), TimeDelta::days(6));
        assert_eq!(reservation_period(now, now + TimeDelta::days(90)), MAX_RESERVATION);
        assert_eq!(reservation_period(now, now - TimeDelta::days(9)), TimeDelta::minutes(1));
    }
}
