//! Quiet hours, and the hour of the day's one mail, by the clocks of Baku: four hours ahead of UTC, all the year round.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveTime, Utc};

const BAKU: i32 = 4 * 60 * 60;
/// When people have had their tea, and nobody's default quiet hours.
const DIGEST_HOUR: NaiveTime = NaiveTime::from_hms_opt(10, 0, 0).expect("a time of day");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quiet {
    pub is_on: bool,
    pub from: NaiveTime,
    /// Earlier than `from` when the night lies between them.
    pub until: NaiveTime,
}

impl Default for Quiet {
    /// Nobody minds a calm night: those who do may turn it off.
    fn default() -> Self {
        let at = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
        Self { is_on: true, from: at(22), until: at(9) }
    }
}

impl Quiet {
    /// When what comes at `now` may go: at once, or at the end of the quiet hours it falls into. Their first minute is quiet,
    /// the one they end with is not.
    pub fn passed(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let (date, time) = in_baku(now);
        let is_quiet = if self.from <= self.until {
            self.from <= time && time < self.until
        } else {
            self.from <= time || time < self.until
        };
        if !self.is_on || !is_quiet {
            return now;
        }
        if time < self.until { moment(date, self.until) } else { moment(next(date), self.until) }
    }

    /// When the next digest goes: at its hour, or when that hour's quiet is over.
    pub fn digest_after(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let (date, time) = in_baku(now);
        let date = if time < DIGEST_HOUR { date } else { next(date) };
        self.passed(moment(date, DIGEST_HOUR))
    }
}

/// The day it is in Baku.
pub fn today(now: DateTime<Utc>) -> NaiveDate {
    in_baku(now).0
}

fn in_baku(at: DateTime<Utc>) -> (NaiveDate, NaiveTime) {
    let local =
        FixedOffset::east_opt(BAKU).map_or_else(|| at.naive_utc(), |baku| at.with_timezone(&baku).naive_local());
    (local.date(), local.time())
}

fn moment(date: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
    date.and_time(time).and_utc() - chrono::TimeDelta::seconds(BAKU.into())
}

fn next(date: NaiveDate) -> NaiveDate {
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

    fn quiet(from: &str, until: &str) -> Quiet {
        Quiet { is_on: true, from: from.parse().unwrap(), until: until.parse().unwrap() }
    }

    #[test]
    fn the_night_is_quiet_from_its_first_minute_until_its_last() {
        let night = quiet("22:00:00", "09:00:00");
        for (now, goes) in [
            ("2026-11-21T21:59:59", "2026-11-21T21:59:59"),
            ("2026-11-21T22:00:00", "2026-11-22T09:00:00"),
            ("2026-11-21T23:59:59", "2026-11-22T09:00:00"),
            ("2026-11-22T00:00:00", "2026-11-22T09:00:00"),
            ("2026-11-22T08:59:59", "2026-11-22T09:00:00"),
            ("2026-11-22T09:00:00", "2026-11-22T09:00:00"),
            ("2026-12-31T23:00:00", "2027-01-01T09:00:00"),
        ] {
            assert_eq!(night.passed(at(now)), at(goes), "{now}");
        }
        assert_eq!(Quiet { is_on: false, ..night }.passed(at("2026-11-22T03:00:00")), at("2026-11-22T03:00:00"));
    }

    #[test]
    fn an_afternoon_may_be_quiet_too() {
        let nap = quiet("13:00:00", "15:30:00");
        for (now, goes) in [
            ("2026-11-21T12:59:59", "2026-11-21T12:59:59"),
            ("2026-11-21T13:00:00", "2026-11-21T15:30:00"),
            ("2026-11-21T15:29:59", "2026-11-21T15:30:00"),
            ("2026-11-21T15:30:00", "2026-11-21T15:30:00"),
            ("2026-11-21T02:00:00", "2026-11-21T02:00:00"),
        ] {
            assert_eq!(nap.passed(at(now)), at(goes), "{now}");
        }
    }

    #[test]
    fn the_digest_comes_in_the_morning_and_never_into_the_quiet() {
        let night = Quiet::default();
        assert_eq!(night.digest_after(at("2026-11-21T09:59:59")), at("2026-11-21T10:00:00"));
        assert_eq!(night.digest_after(at("2026-11-21T10:00:00")), at("2026-11-22T10:00:00"));
        assert_eq!(quiet("23:00:00", "11:00:00").digest_after(at("2026-11-21T12:00:00")), at("2026-11-22T11:00:00"));
    }

    proptest! {
        #[test]
        fn what_goes_goes_within_a_day_and_at_an_hour_that_is_not_quiet(
            now in 1_700_000_000_i64..1_900_000_000, from in 0_u32..86_400, until in 0_u32..86_400,
        ) {
            let time = |seconds| NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0).unwrap();
            let quiet = Quiet { is_on: true, from: time(from), until: time(until) };
            let now = DateTime::from_timestamp(now, 0).unwrap();
            let goes = quiet.passed(now);
            prop_assert!(now <= goes && goes <= now + TimeDelta::days(1));
            prop_assert_eq!(quiet.passed(goes), goes);
        }
    }
}
