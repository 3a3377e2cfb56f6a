//! Birthdays: when the next one is, and which ones are worth a word today.
//!
//! Who was born on 29 February celebrates on the 28th in years that have no 29th.

use chrono::{Datelike as _, NaiveDate};

/// How many days ahead people are reminded, the farthest first.
pub const AHEAD: [i32; 3] = [14, 7, 1];

const EARLIEST_YEAR: i32 = 1900;
const LEAP_DAY: i32 = 229;
const DAY_BEFORE_IT: i32 = 228;

/// The date of a birth: YYYY-MM-DD, real, and not in the future.
pub fn parse(raw: &str, today: NaiveDate) -> Result<NaiveDate, &'static str> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Err("required");
    }
    let has_form = raw.len() == "YYYY-MM-DD".len() && raw.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let date = NaiveDate::parse_from_str(raw, "%Y-%m-%d").ok().filter(|_| has_form);
    date.filter(|date| date.year() >= EARLIEST_YEAR && *date <= today).ok_or("invalid_date")
}

/// The first birthday that is today or later. The day of birth is none.
pub fn next(birth: NaiveDate, today: NaiveDate) -> NaiveDate {
    let candidates = (0..=2).filter_map(|years| celebrated_in(birth, today.year() + years));
    let mut upcoming = candidates.filter(|date| *date >= today && date.year() > birth.year());
    // Dates are checked where they come in: every year after a birth has its birthday.
    upcoming.next().unwrap_or(today)
}

fn celebrated_in(birth: NaiveDate, year: i32) -> Option<NaiveDate> {
    birth.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 2, 28))
}

/// The days of birth, as 1123 for 23 November, that are celebrated on a date.
pub fn celebrated_on(date: NaiveDate) -> Vec<i32> {
    let own = month_day(date);
    if own == DAY_BEFORE_IT && !date.leap_year() { vec![own, LEAP_DAY] } else { vec![own] }
}

fn month_day(date: NaiveDate) -> i32 {
    (date.month() * 100 + date.day()) as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn date(raw: &str) -> NaiveDate {
        raw.parse().unwrap()
    }

    #[test]
    fn only_real_days_of_the_past_are_taken() {
        let today = date("2026-11-21");
        for raw in ["1900-01-01", "2000-02-29", "2026-11-21", " 1990-05-07 "] {
            assert_eq!(parse(raw, today), Ok(date(raw.trim())));
        }
        assert_eq!(parse(" ", today), Err("required"));
        for raw in ["1899-12-31", "2026-11-22", "2001-02-29", "1990-13-01", "1990-5-7", "07.05.1990", "+1990-05-7", "x"]
        {
            assert_eq!(parse(raw, today), Err("invalid_date"), "{raw}");
        }
    }

    #[test]
    fn todays_own_counts_and_yesterdays_comes_again() {
        for (birth, today, expected) in [
            ("1990-11-21", "2026-11-21", "2026-11-21"),
            ("1990-11-20", "2026-11-21", "2027-11-20"),
            ("1990-01-01", "2026-12-31", "2027-01-01"),
            ("2000-02-29", "2027-02-20", "2027-02-28"),
            ("2000-02-29", "2028-02-20", "2028-02-29"),
            ("2000-02-29", "2027-03-01", "2028-02-29"),
            ("2026-11-21", "2026-11-21", "2027-11-21"),
            ("2026-12-01", "2026-12-01", "2027-12-01"),
        ] {
            assert_eq!(next(date(birth), date(today)), date(expected), "{birth} seen on {today}");
        }
    }

    proptest! {
        /// The list and the reminders agree on every day of every year.
        #[test]
        fn what_is_celebrated_on_a_day_is_next_on_that_day(birth in 0_i64..36_000, later in 366_i64..20_000) {
            let birth = date("1900-01-01") + chrono::TimeDelta::days(birth);
            let day = birth + chrono::TimeDelta::days(later);
            prop_assert_eq!(celebrated_on(day).contains(&month_day(birth)), next(birth, day) == day);
        }
    }
}
