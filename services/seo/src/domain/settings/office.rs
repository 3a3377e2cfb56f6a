//! Data of the seller, which the law requires shops to publish.

use chrono::NaiveTime;
use kit::Language;
use serde::{Deserialize, Serialize};

const TAX_NUMBER_DIGITS: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Office {
    pub company: String,
    /// The Azerbaijani taxpayer number (VÖEN).
    pub tax_number: String,
    pub address: Address,
    pub map_url: String,
    pub hours: Vec<Hours>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    pub az: String,
    pub ru: String,
    pub en: String,
}

impl Address {
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Az => &self.az,
            Language::Ru => &self.ru,
            Language::En => &self.en,
        }
    }
}

/// Opening hours on consecutive days of the week. Day 1 is Monday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hours {
    pub from_day: i64,
    pub until_day: i64,
    /// HH:MM.
    pub opens: String,
    /// HH:MM.
    pub closes: String,
}

/// Refuses the placeholder of a new installation, too.
pub fn parse_tax_number(raw: &str) -> Result<String, &'static str> {
    let digits = raw.trim();
    if digits.is_empty() {
        return Err("required");
    }
    let has_form = digits.len() == TAX_NUMBER_DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
    if has_form && !is_placeholder(digits) { Ok(digits.to_owned()) } else { Err("invalid_tax_number") }
}

/// A new installation has only zeros.
pub fn is_placeholder(tax_number: &str) -> bool {
    tax_number.bytes().all(|b| b == b'0')
}

pub fn check_hours(rows: Vec<Hours>) -> Result<Vec<Hours>, &'static str> {
    let mut last_day = 0;
    for row in &rows {
        let is_in_order = last_day < row.from_day && row.from_day <= row.until_day && row.until_day <= 7;
        let times = parse_time(&row.opens).zip(parse_time(&row.closes));
        let closes_after_opening = times.is_some_and(|(opens, closes)| opens < closes);
        if !is_in_order || !closes_after_opening {
            return Err("invalid_hours");
        }
        last_day = row.until_day;
    }
    Ok(rows)
}

fn parse_time(raw: &str) -> Option<NaiveTime> {
    (raw.len() == "HH:MM".len()).then(|| NaiveTime::parse_from_str(raw, "%H:%M").ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours(from_day: i64, until_day: i64, opens: &str, closes: &str) -> Hours {
        Hours { from_day, until_day, opens: opens.to_owned(), closes: closes.to_owned() }
    }

    #[test]
    fn tax_number_must_have_10_digits_and_not_be_the_placeholder() {
        assert_eq!(parse_tax_number(" 1234567890 ").as_deref(), Ok("1234567890"));
        for raw in ["0000000000", "123456789", "12345678901", "12345 6789", "١٢٣٤٥٦٧٨٩٠"] {
            assert_eq!(parse_tax_number(raw), Err("invalid_tax_number"), "{raw}");
        }
        assert_eq!(parse_tax_number(" "), Err("required"));
        assert!(is_placeholder("0000000000"));
        assert!(!is_placeholder("1000000000"));
    }

    #[test]
    fn hours_must_be_in_order_within_a_week() {
        let week = vec![hours(1, 5, "10:00", "19:00"), hours(6, 6, "11:00", "17:00")];
        assert_eq!(check_hours(week.clone()), Ok(week));
        assert_eq!(check_hours(vec![]), Ok(vec![]), "no hours means by appointment");
        for invalid in [
            vec![hours(0, 5, "10:00", "19:00")],
            vec![hours(5, 1, "10:00", "19:00")],
            vec![hours(1, 8, "10:00", "19:00")],
            vec![hours(1, 5, "10:00", "19:00"), hours(5, 6, "10:00", "19:00")],
            vec![hours(1, 5, "19:00", "10:00")],
            vec![hours(1, 5, "10:00", "24:00")],
            vec![hours(1, 5, "9:00", "19:00")],
            vec![hours(1, 5, "", "19:00")],
        ] {
            assert_eq!(check_hours(invalid.clone()), Err("invalid_hours"), "{invalid:?}");
        }
    }
}
