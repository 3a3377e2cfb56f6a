//! Formats dates and times in Baku for e-mails and documents.

use chrono::{DateTime, NaiveDate, Utc};

use crate::domain::baku;

/// Formats a date: `25.11.2026`.
pub fn date(date: NaiveDate) -> String {
    date.format("%d.%m.%Y").to_string()
}

/// Formats a time in Baku: `25.11.2026, 18:00`.
pub fn moment(at: DateTime<Utc>) -> String {
    baku::local(at).format("%d.%m.%Y, %H:%M").to_string()
}

/// Formats the last day of a term that ends at `until`. If the term ends at midnight, this is the day before.
pub fn last_day(until: DateTime<Utc>) -> String {
    date(baku::local(until - chrono::TimeDelta::seconds(1)).date())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_baku_time() {
        // Baku is four hours ahead of UTC.
        let at = |text: &str| text.parse().unwrap();
        assert_eq!(moment(at("2026-11-25T14:05:00Z")), "25.11.2026, 18:05");
        // Midnight in Baku, the end of 2 December.
        assert_eq!(last_day(at("2026-12-02T20:00:00Z")), "02.12.2026");
    }
}
