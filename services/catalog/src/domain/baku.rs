//! Calendar days in Baku: UTC+4 all year.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

const AHEAD: TimeDelta = TimeDelta::hours(4);

pub fn day(now: DateTime<Utc>) -> NaiveDate {
    (now + AHEAD).date_naive()
}

/// Time until midnight.
pub fn left_of_day(now: DateTime<Utc>) -> TimeDelta {
    let local = now + AHEAD;
    let midnight = (local.date_naive() + TimeDelta::days(1)).and_hms_opt(0, 0, 0).unwrap_or_default();
    midnight - local.naive_utc()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_end_at_midnight_in_baku() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(day(at("2026-11-21T19:59:59Z")).to_string(), "2026-11-21");
        assert_eq!(day(at("2026-11-21T20:00:00Z")).to_string(), "2026-11-22");
        assert_eq!(left_of_day(at("2026-11-21T19:59:00Z")), TimeDelta::minutes(1));
        assert_eq!(left_of_day(at("2026-11-21T20:00:00Z")), TimeDelta::days(1));
    }
}
