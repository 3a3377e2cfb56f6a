use chrono::FixedOffset;

use super::*;

/// Parses a time in Baku, such as `2026-12-20 10:00`.
fn baku(text: &str) -> DateTime<Utc> {
    let offset = FixedOffset::east_opt(4 * 3_600).unwrap();
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
    local.and_local_timezone(offset).unwrap().with_timezone(&Utc)
}

fn yearly(from: &str, until: &str) -> Schedule {
    Schedule::new(Some(baku(from)), Some(baku(until)), true).unwrap()
}

#[track_caller]
fn expect(schedule: &Schedule, expected: &[(&str, bool)]) {
    for (time, shows) in expected {
        assert_eq!(schedule.shows_at(baku(time)), *shows, "{time}");
    }
}

#[test]
fn a_single_period_includes_its_start_but_not_its_end() {
    let schedule = Schedule::new(Some(baku("2026-12-20 10:00")), Some(baku("2026-12-25 00:00")), false).unwrap();
    expect(
        &schedule,
        &[
            ("2026-12-20 09:59", false),
            ("2026-12-20 10:00", true),
            ("2026-12-24 23:59", true),
            ("2026-12-25 00:00", false),
            ("2027-12-22 10:00", false),
        ],
    );
}

#[test]
fn a_period_is_open_without_a_start_or_an_end() {
    let since = Schedule::new(Some(baku("2026-12-20 10:00")), None, false).unwrap();
    expect(&since, &[("2026-12-20 09:59", false), ("2026-12-20 10:00", true), ("2099-01-01 00:00", true)]);
    let until = Schedule::new(None, Some(baku("2026-12-20 10:00")), false).unwrap();
    expect(&until, &[("1999-01-01 00:00", true), ("2026-12-20 09:59", true), ("2026-12-20 10:00", false)]);
}

#[test]
fn a_yearly_period_repeats_at_the_same_days_and_times_in_baku() {
    let novruz = yearly("2026-03-10 00:00", "2026-03-25 12:00");
    for year in [2020, 2026, 2027, 2040] {
        for (day, shows) in [
            ("03-09 23:59", false),
            ("03-10 00:00", true),
            ("03-25 11:59", true),
            ("03-25 12:00", false),
            ("11-01 00:00", false),
        ] {
            assert_eq!(novruz.shows_at(baku(&format!("{year}-{day}"))), shows, "{year}-{day}");
        }
    }
    // Still 9 March in UTC.
    assert!(novruz.shows_at("2030-03-09T20:00:00Z".parse().unwrap()));
}

#[test]
fn a_yearly_period_may_run_over_new_year() {
    let winter = yearly("2026-12-20 00:00", "2027-01-05 00:00");
    for year in [2025, 2026, 2027, 2028] {
        for (day, shows) in [
            ("12-19 23:59", false),
            ("12-20 00:00", true),
            ("12-31 23:59", true),
            ("01-01 00:00", true),
            ("01-04 23:59", true),
            ("01-05 00:00", false),
            ("07-01 00:00", false),
        ] {
            assert_eq!(winter.shows_at(baku(&format!("{year}-{day}"))), shows, "{year}-{day}");
        }
    }
    // New Year in Baku is before New Year in UTC.
    let first_hour = yearly("2027-01-01 00:00", "2027-01-01 01:00");
    expect(&first_hour, &[("2029-12-31 23:59", false), ("2030-01-01 00:30", true), ("2030-01-01 01:00", false)]);
}

#[test]
fn a_period_that_begins_on_29_february_begins_on_1_march_in_other_years() {
    let spring = yearly("2028-02-29 00:00", "2028-03-08 00:00");
    expect(
        &spring,
        &[
            ("2028-02-28 23:59", false),
            ("2028-02-29 00:00", true),
            ("2029-02-28 23:59", false),
            ("2029-03-01 00:00", true),
            ("2029-03-08 00:00", false),
            ("2032-02-29 00:00", true),
        ],
    );
}

#[test]
fn a_period_that_ends_on_29_february_ends_with_february_in_other_years() {
    let valentine = yearly("2028-02-10 00:00", "2028-02-29 12:00");
    expect(
        &valentine,
        &[
            ("2028-02-29 11:59", true),
            ("2028-02-29 12:00", false),
            ("2029-02-28 23:59", true),
            ("2029-03-01 00:00", false),
        ],
    );
    let leap_day = yearly("2028-02-29 00:00", "2028-03-01 00:00");
    expect(&leap_day, &[("2028-02-29 12:00", true), ("2029-02-28 12:00", false), ("2029-03-01 00:00", false)]);
}

#[test]
fn a_yearly_period_of_a_year_always_shows() {
    for (from, until) in [
        ("2026-03-01 00:00", "2027-03-01 00:00"),
        // 366 days, and one more than the year.
        ("2026-03-01 00:00", "2027-03-02 00:00"),
        ("2028-01-01 00:00", "2029-01-01 00:00"),
        // Two turns of the year.
        ("2026-12-31 12:00", "2028-01-01 12:00"),
    ] {
        let schedule = yearly(from, until);
        for time in ["2026-03-01 00:00", "2026-03-01 12:00", "2028-02-29 12:00", "2030-12-31 23:59", "2031-01-02 00:00"]
        {
            assert!(schedule.shows_at(baku(time)), "{from} to {until} at {time}");
        }
    }
    // One minute is missing.
    let almost = yearly("2026-03-01 00:00", "2027-02-28 23:59");
    expect(&almost, &[("2030-02-28 23:58", true), ("2030-02-28 23:59", false), ("2030-03-01 00:00", true)]);
}

#[test]
fn invalid_periods_are_refused() {
    let (first, second) = (Some(baku("2026-12-20 10:00")), Some(baku("2026-12-20 10:01")));
    let next_year = Some(baku("2027-12-21 10:01"));
    for (from, until, is_yearly, refusal) in [
        (None, None, false, (Bound::From, "required")),
        (None, None, true, (Bound::From, "required")),
        (None, second, true, (Bound::From, "required")),
        (first, None, true, (Bound::Until, "required")),
        (first, first, false, (Bound::Until, "invalid_period")),
        (second, first, false, (Bound::Until, "invalid_period")),
        (second, first, true, (Bound::Until, "invalid_period")),
        (first, next_year, true, (Bound::Until, "out_of_range")),
    ] {
        assert_eq!(Schedule::new(from, until, is_yearly), Err(refusal), "{from:?} to {until:?}");
    }
    assert!(Schedule::new(first, next_year, false).is_ok());
}
