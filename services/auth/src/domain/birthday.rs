//! People born on 29 February celebrate on 28 February in years without a 29th.

use chrono::{Datelike as _, NaiveDate};

/// How many days before a birthday people are reminded.
pub const REMINDER_DAYS: [i32; 3] = [14, 7, 1];

const EARLIEST_YEAR: i32 = 1900;
// Month * 100 + day.
const FEBRUARY_29: i32 = 229;
const FEBRUARY_28: i32 = 228;

/// Accepts YYYY-MM-DD, not in the future.
pub fn parse(raw: &str, today: NaiveDate) -> Result<NaiveDate, &'static str> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Err("required");
    }
    let has_form = raw.len() == "YYYY-MM-DD".len() && raw.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let date = NaiveDate::parse_from_str(raw, "%Y-%m-%d").ok().filter(|_| has_form);
    date.filter(|date| date.year() >= EARLIEST_YEAR && *date <= today).ok_or("invalid_date")
}

/// Returns the next birthday, which may be today. The day of birth does not count.
pub fn next(birth: NaiveDate, today: NaiveDate) -> NaiveDate {
    let candidates = (0..=2).filter_map(|years| celebrated_in(birth, today.year() + years));
    let mut upcoming = candidates.filter(|date| *date >= today && date.year() > birth.year());
    upcoming.next().unwrap_or(today)
}

fn celebrated_in(birth: NaiveDate, year: i32) -> Option<NaiveDate> {
    birth.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 2, 28))
}

/// Returns the birthdays, as month * 100 + day, that are celebrated on `date`.
pub fn celebrated_on(date: NaiveDate) -> Vec<i32> {
    let own = month_day(date);
    if own == FEBRUARY_28 && !date.leap_year() { vec![own, FEBRUARY_29] } else { vec![own] }
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
    fn only_existing_dates_until_today_are_accepted() {
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
    fn the_next_birthday_may_be_today() {
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
        /// The page and the reminders must agree.
        #[test]
        fn celebrated_dates_agree_with_the_next_birthday(
            days_from_1900 in 0_i64..36_000,
            age_in_days in 366_i64..20_000,
        ) {
            let birth = date("1900-01-01") + chrono::TimeDelta::days(days_from_1900);
            let day = birth + chrono::TimeDelta::days(age_in_days);
            prop_assert_eq!(celebrated_on(day).contains(&month_day(birth)), next(birth, day) == day);
        }
    }
}
