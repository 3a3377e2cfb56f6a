//! Rules of staff for a search text.

use chrono::{DateTime, Utc};
use search::fold;

/// The effect of a rule on a search for its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effect {
    /// The text that is searched for instead.
    pub instead: Option<String>,
    /// Ids of the products that are shown first, in display order.
    pub first_products: Vec<i64>,
}

/// The content of a rule, as staff enters it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The whole search text to which the rule applies.
    pub text: String,
    pub effect: Effect,
}

#[derive(Debug, Clone)]
pub struct SearchRule {
    pub id: i64,
    pub version: i64,
    pub content: Content,
    pub changed_at: DateTime<Utc>,
}

/// Returns the key by which a search finds its rule: spellings that differ only in case, diacritics or spaces have the
/// same key. Empty for a text without letters and digits.
pub fn key(text: &str) -> String {
    if !text.chars().any(char::is_alphanumeric) {
        return String::new();
    }
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_text_share_a_key() {
        for typed in ["Sevgililər  günü", " sevgililer gunu", "SEVGİLİLƏR GÜNÜ "] {
            assert_eq!(key(typed), "sevgililer gunu", "{typed}");
        }
        assert_eq!(key("!!!"), "");
    }
}
