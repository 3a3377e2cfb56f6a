//! Calendar days in Baku, where the time is UTC+4 all year.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

const UTC_OFFSET: TimeDelta = TimeDelta::hours(4);

pub fn day(now: DateTime<Utc>) -> NaiveDate {
    (now + UTC_OFFSET).date_naive()
}

pub fn time_until_midnight(now: DateTime<Utc>) -> TimeDelta {
    let local = now + UTC_OFFSET;
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
        assert_eq!(time_until_midnight(at("2026-11-21T19:59:00Z")), TimeDelta::minutes(1));
        assert_eq!(time_until_midnight(at("2026-11-21T20:00:00Z")), TimeDelta::days(1));
    }
}
