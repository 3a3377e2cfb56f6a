//! What is kept of searches: how often a thing was searched for, never by whom. People also type their telephone numbers
//! and addresses into search boxes; what looks like one is not kept at all.

use search::fold;

/// Nobody's product is named at greater length, but letters and addresses are.
const LONGEST: usize = 60;
/// A telephone number without its prefix has so many; no year, size or model has.
const DIGITS_OF_A_NUMBER: usize = 7;

/// All ways of typing the same, as one, if it may be kept.
pub fn keepable(typed: &str) -> Option<String> {
    let digits = typed.chars().filter(|letter| letter.is_numeric()).count();
    let has_letters = typed.chars().any(char::is_alphanumeric);
    let is_personal = digits >= DIGITS_OF_A_NUMBER || typed.contains(['@', '＠']);
    if is_personal || !has_letters || typed.chars().count() > LONGEST {
        return None;
    }
    Some(fold(typed).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_typing_the_same_are_one() {
        for typed in ["Qırmızı  GÜL", "qirmizi gul", " qırmızı gül "] {
            assert_eq!(keepable(typed).as_deref(), Some("qirmizi gul"), "{typed}");
        }
    }

    #[test]
    fn what_looks_personal_is_not_kept() {
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
            assert_eq!(keepable(typed), None, "{typed}");
        }
        for typed in ["iphone 15", "8 mart 2026", "128gb", "samsung a54 5g"] {
            assert!(keepable(typed).is_some(), "{typed}");
        }
    }
}
