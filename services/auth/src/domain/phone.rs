//! A mobile number of Azerbaijan, in E.164. People write one in many ways; here it is one way.
//!
//! Carriers are not told apart: numbers move between them. Fixed lines are no account's number, for a code must reach it.

/// `+994501234567`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phone(String);

const COUNTRY: &str = "994";
const NATIONAL_LENGTH: usize = 9;
const LONGEST: usize = 40;
/// The first two of the nine digits (libphonenumber, region AZ).
const MOBILE: [&str; 10] = ["10", "40", "44", "50", "51", "55", "60", "70", "77", "99"];
/// Naxtel, in Nakhchivan.
const NAXTEL: &str = "36554";

impl Phone {
    /// Any usual form: 0501234567, 050 123 45 67, 501234567, +994(50)…, 994…, 00994….
    pub fn parse(raw: &str) -> Option<Self> {
        let raw = raw.trim();
        if raw.len() > LONGEST {
            return None;
        }
        let (is_international, rest) = match raw.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, raw),
        };
        let digits = digits(rest)?;
        let national = if is_international {
            without_country(&digits)?
        } else {
            let digits = digits.strip_prefix("00").unwrap_or(&digits);
            without_country(digits).unwrap_or_else(|| without_trunk(digits))
        };
        is_mobile(national).then(|| Self(format!("+{COUNTRY}{national}")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The digits alone, if nothing but what people put between digits stands there.
fn digits(raw: &str) -> Option<String> {
    let is_between = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '-' | '‑' | '–' | '(' | ')' | '.' | '/');
    let digits: String = raw.chars().filter(|c| !is_between(*c)).collect();
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(digits)
}

/// What follows the country's code, when it is there and enough follows it; `+994 (0)50` is written too.
fn without_country(digits: &str) -> Option<&str> {
    let national = without_trunk(digits.strip_prefix(COUNTRY)?);
    (national.len() == NATIONAL_LENGTH).then_some(national)
}

fn without_trunk(digits: &str) -> &str {
    digits.strip_prefix('0').unwrap_or(digits)
}

fn is_mobile(national: &str) -> bool {
    national.len() == NATIONAL_LENGTH
        && (MOBILE.iter().any(|p| national.starts_with(p)) || national.starts_with(NAXTEL))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_usual_form_is_the_same_number() {
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
        assert_eq!(Phone::parse("036 554 12 34").as_ref().map(Phone::as_str), Some("+994365541234"));
    }

    #[test]
    fn what_is_no_mobile_number_of_ours_is_refused() {
        for raw in [
            "",
            "+",
            "050123456",
            "05012345678",
            "0121234567",
            "+90 501 234 56 78",
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

    fn national() -> impl Strategy<Value = String> {
        let prefixed =
            (proptest::sample::select(MOBILE.to_vec()), "[0-9]{7}").prop_map(|(p, rest)| format!("{p}{rest}"));
        prop_oneof![9 => prefixed, 1 => "36554[0-9]{4}"]
    }

    proptest! {
        #[test]
        fn prefixes_and_separators_do_not_matter(
            national in national(),
            prefix in proptest::sample::select(vec!["", "0", "994", "+994", "00994", "+994 (0)"]),
            separators in proptest::collection::vec(proptest::sample::select(vec!["", " ", "-", "(", ")", ".", "\u{a0}"]), 9),
        ) {
            let spread: String = national.chars().zip(separators).fold(String::new(), |all, (c, s)| all + &c.to_string() + s);
            let phone = Phone::parse(&format!("{prefix}{spread}"));
            prop_assert_eq!(phone, Some(Phone(format!("+994{national}"))));
        }

        #[test]
        fn what_is_parsed_is_e164_and_parses_to_itself(raw in "\\PC{0,20}|[+0-9 ()-]{0,20}") {
            if let Some(phone) = Phone::parse(&raw) {
                prop_assert!(phone.as_str().len() == 13 && phone.as_str().starts_with("+994"));
                prop_assert_eq!(Phone::parse(phone.as_str()), Some(phone));
            }
        }
    }
}
