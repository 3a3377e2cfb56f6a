//! Only urgent messages are sent during quiet hours. All times of day are Baku times.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveTime, Utc};

/// In seconds, all year: Azerbaijan has no summer time.
const BAKU_OFFSET: i32 = 4 * 60 * 60;
/// Shortly after the default quiet hours end.
const DIGEST_HOUR: NaiveTime = NaiveTime::from_hms_opt(10, 0, 0).expect("a time of day");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    pub is_on: bool,
    pub from: NaiveTime,
    /// Earlier than `from` when the quiet hours include midnight.
    pub until: NaiveTime,
}

impl Default for QuietHours {
    fn default() -> Self {
        let at = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
        Self { is_on: true, from: at(22), until: at(9) }
    }
}

impl QuietHours {
    /// The first time outside of the quiet hours, which include `from` and exclude `until`.
    pub fn earliest(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let (date, time) = in_baku(now);
        let is_quiet = if self.from <= self.until {
            self.from <= time && time < self.until
        } else {
            self.from <= time || time < self.until
        };
        if !self.is_on || !is_quiet {
            return now;
        }
        if time < self.until { from_baku(date, self.until) } else { from_baku(next_day(date), self.until) }
    }

    pub fn digest_after(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let (date, time) = in_baku(now);
        let date = if time < DIGEST_HOUR { date } else { next_day(date) };
        self.earliest(from_baku(date, DIGEST_HOUR))
    }
}

pub fn baku_date(at: DateTime<Utc>) -> NaiveDate {
    in_baku(at).0
}

fn in_baku(at: DateTime<Utc>) -> (NaiveDate, NaiveTime) {
    let local =
        FixedOffset::east_opt(BAKU_OFFSET).map_or_else(|| at.naive_utc(), |baku| at.with_timezone(&baku).naive_local());
    (local.date(), local.time())
}

fn from_baku(date: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
    date.and_time(time).and_utc() - chrono::TimeDelta::seconds(BAKU_OFFSET.into())
}

fn next_day(date: NaiveDate) -> NaiveDate {
    date.checked_add_days(Days::new(1)).unwrap_or(date)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    fn at(local: &str) -> DateTime<Utc> {
        format!("{local}+04:00").parse().unwrap()
    }

    fn quiet(from: &str, until: &str) -> QuietHours {
        QuietHours { is_on: true, from: from.parse().unwrap(), until: until.parse().unwrap() }
    }

    #[test]
    fn quiet_hours_over_midnight_include_the_start_and_exclude_the_end() {
        let night = quiet("22:00:00", "09:00:00");
        for (now, expected) in [
            ("2026-11-21T21:59:59", "2026-11-21T21:59:59"),
            ("2026-11-21T22:00:00", "2026-11-22T09:00:00"),
            ("2026-11-21T23:59:59", "2026-11-22T09:00:00"),
            ("2026-11-22T00:00:00", "2026-11-22T09:00:00"),
            ("2026-11-22T08:59:59", "2026-11-22T09:00:00"),
            ("2026-11-22T09:00:00", "2026-11-22T09:00:00"),
            ("2026-12-31T23:00:00", "2027-01-01T09:00:00"),
        ] {
            assert_eq!(night.earliest(at(now)), at(expected), "{now}");
        }
        assert_eq!(QuietHours { is_on: false, ..night }.earliest(at("2026-11-22T03:00:00")), at("2026-11-22T03:00:00"));
    }

    #[test]
    fn quiet_hours_can_lie_within_one_day() {
        let nap = quiet("13:00:00", "15:30:00");
        for (now, expected) in [
            ("2026-11-21T12:59:59", "2026-11-21T12:59:59"),
            ("2026-11-21T13:00:00", "2026-11-21T15:30:00"),
            ("2026-11-21T15:29:59", "2026-11-21T15:30:00"),
            ("2026-11-21T15:30:00", "2026-11-21T15:30:00"),
            ("2026-11-21T02:00:00", "2026-11-21T02:00:00"),
        ] {
            assert_eq!(nap.earliest(at(now)), at(expected), "{now}");
        }
    }

    #[test]
    fn digest_is_sent_at_10_or_after_quiet_hours() {
        let night = QuietHours::default();
        assert_eq!(night.digest_after(at("2026-11-21T09:59:59")), at("2026-11-21T10:00:00"));
        assert_eq!(night.digest_after(at("2026-11-21T10:00:00")), at("2026-11-22T10:00:00"));
        assert_eq!(quiet("23:00:00", "11:00:00").digest_after(at("2026-11-21T12:00:00")), at("2026-11-22T11:00:00"));
    }

    proptest! {
        #[test]
        fn earliest_time_is_within_a_day_and_not_quiet(
            now in 1_700_000_000_i64..1_900_000_000, from in 0_u32..86_400, until in 0_u32..86_400,
        ) {
            let time = |seconds| NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0).unwrap();
            let quiet = QuietHours { is_on: true, from: time(from), until: time(until) };
            let now = DateTime::from_timestamp(now, 0).unwrap();
            let earliest = quiet.earliest(now);
            prop_assert!(now <= earliest && earliest <= now + TimeDelta::days(1));
            prop_assert_eq!(quiet.earliest(earliest), earliest);
        }
    }
}
