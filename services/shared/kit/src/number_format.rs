//! Numbers and amounts as people write them.

use crate::Language;

const NBSP: &str = "\u{a0}";

/// A qəpik is 1/100 manat.
pub fn money(qepik: i64, language: Language) -> String {
    let sign = if qepik < 0 { "−" } else { "" };
    let (manats, decimals) = (qepik.unsigned_abs() / 100, qepik.unsigned_abs() % 100);
    format!("{sign}{}{}{decimals:02}{NBSP}₼", grouped(manats, language), decimal_point(language))
}

/// `50 ₼`, but `50,50 ₼`.
pub fn money_without_zeros(qepik: i64, language: Language) -> String {
    if qepik >= 0 && qepik % 100 == 0 {
        return format!("{}{NBSP}₼", grouped(qepik.unsigned_abs() / 100, language));
    }
    money(qepik, language)
}

/// 150 basis points are `1,5%`.
pub fn percent(basis_points: i64, language: Language) -> String {
    let fraction = format!("{:02}", basis_points.unsigned_abs() % 100);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { decimal_point(language) };
    format!("{}{point}{fraction}%", basis_points / 100)
}

fn decimal_point(language: Language) -> &'static str {
    if language == Language::En { "." } else { "," }
}

fn grouped(number: u64, language: Language) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(if language == Language::En { "," } else { NBSP })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language::{Az, En, Ru};

    #[test]
    fn amounts_are_grouped_and_have_two_decimal_places() {
        assert_eq!(money(123_456_705, Az), "1\u{a0}234\u{a0}567,05\u{a0}₼");
        assert_eq!(money(123_456_705, En), "1,234,567.05\u{a0}₼");
        assert_eq!([money(0, Ru), money(-5, Ru), money(99_990, En)], ["0,00\u{a0}₼", "−0,05\u{a0}₼", "999.90\u{a0}₼"]);
    }

    #[test]
    fn short_money_omits_zero_decimals() {
        assert_eq!([money_without_zeros(5_000, Az), money_without_zeros(123_400, En)], ["50\u{a0}₼", "1,234\u{a0}₼"]);
        assert_eq!([money_without_zeros(5_050, Az), money_without_zeros(5_050, En)], ["50,50\u{a0}₼", "50.50\u{a0}₼"]);
    }

    #[test]
    fn percentages_have_no_trailing_zeros() {
        assert_eq!(
            [percent(150, Az), percent(150, En), percent(5_000, En), percent(125, Ru)],
            ["1,5%", "1.5%", "50%", "1,25%"]
        );
    }
}
