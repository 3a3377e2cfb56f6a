//! Decides which search texts may be stored for statistics: no personal data.

use search::fold;

/// A longer text may be a message or a postal address.
const MAX_LENGTH: usize = 60;
/// Years, sizes and model names have fewer digits.
const PHONE_DIGITS: usize = 7;

/// Folds a query, so that its spellings are counted together. Returns `None` if it must not be stored.
pub fn storable_query(typed: &str) -> Option<String> {
    let digits = typed.chars().filter(|letter| letter.is_numeric()).count();
    let has_letters_or_digits = typed.chars().any(char::is_alphanumeric);
    let is_personal = digits >= PHONE_DIGITS || typed.contains(['@', '＠']);
    if is_personal || !has_letters_or_digits || typed.chars().count() > MAX_LENGTH {
        return None;
    }
    Some(fold(typed).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storable_query_is_equal_for_all_spellings() {
        for typed in ["Qırmızı  GÜL", "qirmizi gul", " qırmızı gül "] {
            assert_eq!(storable_query(typed).as_deref(), Some("qirmizi gul"), "{typed}");
        }
    }

    #[test]
    fn storable_query_is_none_for_personal_data() {
        for typed in [
            "+994 50 123 45 67",
            "0501234567",
            "(050) 123-45-67 zəng",
            "aysel@example.com",
            "aysel＠example.com",
            "4169 7388 1234 5678",
            "٠٥٠١٢٣٤٥٦٧",
            "!!!",
            &"ə".repeat(61),
        ] {
            assert_eq!(storable_query(typed), None, "{typed}");
        }
        for typed in ["iphone 15", "8 mart 2026", "128gb", "samsung a54 5g"] {
            assert!(storable_query(typed).is_some(), "{typed}");
        }
    }
}
