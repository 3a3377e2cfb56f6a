//! Baku's local time, which is UTC+4 all year.

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};

const UTC_OFFSET: TimeDelta = TimeDelta::hours(4);

pub fn local(now: DateTime<Utc>) -> NaiveDateTime {
    (now + UTC_OFFSET).naive_utc()
}

/// Returns the time at which an hour begins in Baku. Hour 24 is midnight of the next day.
pub fn hour(date: NaiveDate, hour: i16) -> DateTime<Utc> {
    date.and_time(chrono::NaiveTime::MIN).and_utc() - UTC_OFFSET + TimeDelta::hours(i64::from(hour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_in_baku_begins_at_20_utc() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(local(at("2026-11-21T19:59:59Z")).to_string(), "2026-11-21 23:59:59");
        assert_eq!(local(at("2026-11-21T20:00:00Z")).to_string(), "2026-11-22 00:00:00");
        let date = NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        assert_eq!(hour(date, 0), at("2026-11-21T20:00:00Z"));
        assert_eq!(hour(date, 10), at("2026-11-22T06:00:00Z"));
        assert_eq!(hour(date, 24), at("2026-11-22T20:00:00Z"));
    }
}
