//! Amounts and moments in words, for letters and documents.

use chrono::{DateTime, NaiveDate, Utc};
use kit::Language;

use crate::domain::baku;

/// `1 234,50 ₼`, with a full stop in English.
pub fn money(qepik: i64, language: Language) -> String {
    let (manats, rest) = (qepik / 100, qepik % 100);
    let digits = manats.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            grouped.push('\u{a0}');
        }
        grouped.push(digit);
    }
    let point = if language == Language::En { '.' } else { ',' };
    format!("{grouped}{point}{rest:02}\u{a0}₼")
}

/// `25.11.2026`.
pub fn date(date: NaiveDate) -> String {
    date.format("%d.%m.%Y").to_string()
}

/// `25.11.2026, 18:00`, as the clocks in Baku show it.
pub fn moment(at: DateTime<Utc>) -> String {
    baku::local(at).format("%d.%m.%Y, %H:%M").to_string()
}

/// The day of a moment that ends a term: a term that ends at midnight ends with the day before.
pub fn last_day(until: DateTime<Utc>) -> String {
    date(baku::local(until - chrono::TimeDelta::seconds(1)).date())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_and_have_two_digits_behind_the_point() {
        assert_eq!(money(123_456_705, Language::Az), "1\u{a0}234\u{a0}567,05\u{a0}₼");
        assert_eq!(money(99_990, Language::En), "999.90\u{a0}₼");
        assert_eq!(money(0, Language::Ru), "0,00\u{a0}₼");
    }

    #[test]
    fn moments_are_those_of_baku() {
        let at = |text: &str| text.parse().unwrap();
        assert_eq!(moment(at("2026-11-25T14:05:00Z")), "25.11.2026, 18:05");
        assert_eq!(last_day(at("2026-12-02T20:00:00Z")), "02.12.2026");
    }
}
