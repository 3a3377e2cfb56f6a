//! Mobile phone numbers. Landlines are refused, because one-time codes are sent by SMS.

use super::country::{self, AZERBAIJAN, Country};

/// E.164, such as `+994501234567`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phone(String);

/// In bytes. Longer input is refused unread.
const MAX_LENGTH: usize = 40;

impl Phone {
    /// Foreign numbers need their country code.
    pub fn parse(raw: &str) -> Option<Self> {
        let raw = raw.trim();
        if raw.len() > MAX_LENGTH {
            return None;
        }
        if let Some(without_plus) = raw.strip_prefix('+') {
            return international(&only_digits(without_plus)?);
        }
        let digits = only_digits(raw)?;
        match digits.strip_prefix("00") {
            // Domestic numbers are accepted with one zero too many.
            Some(without_zeros) => international(without_zeros).or_else(|| domestic(without_zeros)),
            None => domestic(&digits),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the calling code without the plus.
    pub fn dial_code(&self) -> &'static str {
        let digits = self.0.trim_start_matches('+');
        let has_number =
            |country: &&Country| digits.strip_prefix(country.dial).is_some_and(|national| country.is_mobile(national));
        country::all().find(has_number).map_or("", |country| country.dial)
    }

    pub fn is_domestic(&self) -> bool {
        self.dial_code() == AZERBAIJAN.dial
    }
}

fn international(digits: &str) -> Option<Phone> {
    country::all().find_map(|country| of_country(country, digits.strip_prefix(country.dial)?))
}

fn domestic(digits: &str) -> Option<Phone> {
    let with_code = digits.strip_prefix(AZERBAIJAN.dial).and_then(|national| of_country(&AZERBAIJAN, national));
    with_code.or_else(|| of_country(&AZERBAIJAN, digits))
}

/// Removes the trunk prefix 0, which people also write as in `+994 (0)50`.
fn of_country(country: &Country, national: &str) -> Option<Phone> {
    let national = national.strip_prefix('0').unwrap_or(national);
    country.is_mobile(national).then(|| Phone(format!("+{}{national}", country.dial)))
}

/// Removes usual separators, and refuses other characters than digits.
fn only_digits(raw: &str) -> Option<String> {
    let is_separator = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '-' | '‑' | '–' | '(' | ')' | '.' | '/');
    let digits: String = raw.chars().filter(|c| !is_separator(*c)).collect();
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_usual_forms_parse_to_the_same_number() {
        for raw in [
            "0501234567",
            "050 123 45 67",
            "050-123-45-67",
            "(050) 123 45 67",
            "050.123.45.67",
            "+994501234567",
            "+994 50 123 45 67",
            "+994(50)1234567",
            "+994 (50) 123-45-67",
            "+994 (0) 50 123 45 67",
            "994501234567",
            "00994501234567",
            "00 994 50 123 45 67",
            "501234567",
            " 50 123 45 67 ",
            "050\u{a0}123\u{a0}45\u{a0}67",
        ] {
            assert_eq!(Phone::parse(raw).as_ref().map(Phone::as_str), Some("+994501234567"), "{raw}");
        }
        for (raw, expected) in [
            ("036 554 12 34", "+994365541234"),
            ("+90 501 234 56 78", "+905012345678"),
            ("0090 (501) 234-56-78", "+905012345678"),
            ("+44 (0)7400 123456", "+447400123456"),
            ("+7 912 345-67-89", "+79123456789"),
            ("+7 (771) 000 99 98", "+77710009998"),
            ("+49 151 23456789", "+4915123456789"),
            ("+49 170 1234567", "+491701234567"),
        ] {
            assert_eq!(Phone::parse(raw).as_ref().map(Phone::as_str), Some(expected), "{raw}");
        }
    }

    #[test]
    fn other_than_mobile_numbers_are_refused() {
        for raw in [
            "",
            "+",
            "050123456",
            "05012345678",
            "0121234567",
            "905012345678",
            "+90 212 234 56 78",
            "+90 501 234 56 7",
            "+7 495 123-45-67",
            "+86 138 1234 5678",
            "+0501234567",
            "+501234567",
            "+00994501234567",
            "050 123 45 6a",
            "٠٥٠١٢٣٤٥٦٧",
            "0501234567\0",
            "050123+4567",
            "0000000000",
        ] {
            assert_eq!(Phone::parse(raw), None, "{raw}");
        }
    }

    /// One in ten is of Naxtel, whose prefix is longer.
    fn national() -> impl Strategy<Value = String> {
        let (naxtel, usual): (Vec<&str>, Vec<&str>) = AZERBAIJAN.prefixes.iter().partition(|start| start.len() > 2);
        let usual = (proptest::sample::select(usual), "[0-9]{7}").prop_map(|(prefix, rest)| format!("{prefix}{rest}"));
        let naxtel =
            (proptest::sample::select(naxtel), "[0-9]{4}").prop_map(|(prefix, rest)| format!("{prefix}{rest}"));
        prop_oneof![9 => usual, 1 => naxtel]
    }

    fn separator() -> impl Strategy<Value = &'static str> {
        proptest::sample::select(vec!["", " ", "-", "(", ")", ".", "\u{a0}"])
    }

    proptest! {
        #[test]
        fn prefixes_and_separators_do_not_matter(
            national in national(),
            prefix in proptest::sample::select(vec!["", "0", "994", "+994", "00994", "+994 (0)"]),
            separators in proptest::collection::vec(separator(), 9),
        ) {
            let digits = national.chars().map(String::from);
            let spread: String = digits.zip(separators).map(|(digit, separator)| digit + separator).collect();
            let phone = Phone::parse(&format!("{prefix}{spread}"));
            prop_assert_eq!(phone, Some(Phone(format!("+994{national}"))));
        }

        #[test]
        fn parsed_numbers_are_e164_and_parse_to_themselves(raw in "\\PC{0,20}|[+0-9 ()-]{0,20}") {
            if let Some(phone) = Phone::parse(&raw) {
                prop_assert!(phone.as_str().starts_with('+'));
                prop_assert!((11..=14).contains(&phone.as_str().len()));
                prop_assert_eq!(Phone::parse(phone.as_str()), Some(phone));
            }
        }
    }
}
