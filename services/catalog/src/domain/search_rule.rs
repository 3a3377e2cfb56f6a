//! Staff's rules for search texts.

use chrono::{DateTime, Utc};
use search::fold;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effect {
    /// The text that is searched for instead.
    pub instead: Option<String>,
    /// Shown first, in this order.
    pub first_products: Vec<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The whole text of a search.
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

/// Ignores case, diacritics and repeated spaces. Empty for a text without letters and digits.
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
