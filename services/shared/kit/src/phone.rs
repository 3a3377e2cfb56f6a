//! Contact phone numbers; the auth service has stricter rules for sign-ins.

const COUNTRY_CODE: &str = "994";
/// Without the leading zero.
const NATIONAL_DIGITS: usize = 9;
/// With the country code.
const INTERNATIONAL_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
const MAX_LENGTH: usize = 40;

/// Accepts 0501234567, 50 123 45 67, +994(50)…, 994…, 00994…. Foreign numbers need their country code.
pub fn parse(raw: &str) -> Result<String, &'static str> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Err("required");
    }
    normalise(raw).ok_or("invalid_phone")
}

fn normalise(raw: &str) -> Option<String> {
    if raw.len() > MAX_LENGTH {
        return None;
    }
    let is_separator =
        |character: char| matches!(character, ' ' | '\u{a0}' | '\u{202f}' | '-' | '‑' | '–' | '(' | ')' | '.' | '/');
    let mut digits: String = raw.chars().filter(|character| !is_separator(*character)).collect();
    let is_international = digits.starts_with('+') || digits.starts_with("00");
    if is_international {
        digits = digits.trim_start_matches('+').trim_start_matches("00").to_owned();
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }

    let domestic = digits.strip_prefix(COUNTRY_CODE).unwrap_or(if is_international { "" } else { &digits });
    let national = domestic.strip_prefix('0').unwrap_or(domestic);
    if national.len() == NATIONAL_DIGITS {
        return Some(format!("+{COUNTRY_CODE}{national}"));
    }

    let is_complete =
        is_international && !digits.starts_with(COUNTRY_CODE) && INTERNATIONAL_DIGITS.contains(&digits.len());
    is_complete.then(|| format!("+{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_usual_forms_parse_to_the_same_number() {
        for raw in
            ["0501234567", "50 123-45-67", "+994(50)1234567", "994501234567", "00994501234567", "+994 (0)50 123 45 67"]
        {
            assert_eq!(parse(raw).as_deref(), Ok("+994501234567"), "{raw}");
        }
        assert_eq!(parse("+90 532 123 45 67").as_deref(), Ok("+905321234567"));
        assert_eq!(parse("012 493 00 00").as_deref(), Ok("+994124930000"));
    }

    #[test]
    fn incomplete_and_malformed_numbers_are_refused() {
        for raw in ["12345", "050123456", "+994501234", "phone", "+", "05012345678901234567", "0501234567 Aysel"] {
            assert_eq!(parse(raw), Err("invalid_phone"), "{raw}");
        }
        assert_eq!(parse("  "), Err("required"));
    }
}
