//! Days and hours in Baku. Azerbaijan has used UTC+4 all year since 2016.

use chrono::{DateTime, FixedOffset, NaiveDate, Timelike as _, Utc};

const HOURS_AHEAD: i32 = 4;
/// The hours in which people may be notified.
const WAKING: std::ops::Range<u32> = 10..20;

pub fn today(now: DateTime<Utc>) -> NaiveDate {
    local(now).date_naive()
}

pub fn is_waking_hour(now: DateTime<Utc>) -> bool {
    WAKING.contains(&local(now).hour())
}

fn local(now: DateTime<Utc>) -> DateTime<FixedOffset> {
    let offset = FixedOffset::east_opt(HOURS_AHEAD * 3600).unwrap_or_else(|| chrono::Offset::fix(&Utc));
    now.with_timezone(&offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_days_and_hours_are_four_hours_ahead_of_utc() {
        for (utc, day, is_waking) in [
            ("2026-11-21T19:59:59Z", "2026-11-21", false),
            ("2026-11-21T20:00:00Z", "2026-11-22", false),
            ("2026-11-22T05:59:59Z", "2026-11-22", false),
            ("2026-11-22T06:00:00Z", "2026-11-22", true),
            ("2026-11-22T15:59:59Z", "2026-11-22", true),
            ("2026-11-22T16:00:00Z", "2026-11-22", false),
        ] {
            let now = utc.parse().unwrap();
            assert_eq!((today(now).to_string(), is_waking_hour(now)), (day.to_owned(), is_waking), "{utc}");
        }
    }
}
