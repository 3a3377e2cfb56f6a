//! Formats dates and times in Baku time.

use chrono::{DateTime, NaiveDate, Utc};

use crate::domain::baku;

/// `25.11.2026`
pub fn date(date: NaiveDate) -> String {
    date.format("%d.%m.%Y").to_string()
}

/// `25.11.2026, 18:00`
pub fn moment(at: DateTime<Utc>) -> String {
    baku::local(at).format("%d.%m.%Y, %H:%M").to_string()
}

/// For a term that ends at midnight, the day before.
pub fn last_day(until: DateTime<Utc>) -> String {
    date(baku::local(until - chrono::TimeDelta::seconds(1)).date())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_baku_time() {
        let at = |text: &str| text.parse().unwrap();
        assert_eq!(moment(at("2026-11-25T14:05:00Z")), "25.11.2026, 18:05");
        // Midnight in Baku.
        assert_eq!(last_day(at("2026-12-02T20:00:00Z")), "02.12.2026");
    }
}
