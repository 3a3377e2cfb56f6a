//! Links of the home page.

use serde::{Deserialize, Serialize};

use crate::domain::path::Path;

/// In characters.
const MAX_QUERY_LENGTH: usize = 300;

/// A path in the shop, without the prefix of the language, and an optional query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Link(String);

impl Link {
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        let raw = raw.trim();
        let (path, query) = raw.split_once('?').unwrap_or((raw, ""));
        Path::parse(path)?;
        if query.contains('#') {
            return Err("not_a_path");
        }
        if query.chars().any(char::is_control) {
            return Err("invalid_characters");
        }
        if query.chars().count() > MAX_QUERY_LENGTH {
            return Err("too_long");
        }
        // The path stays encoded: decoded, `%3F` would begin a query.
        Ok(Self(raw.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(raw: &str) -> String {
        Link::parse(raw).map_or_else(str::to_owned, |link| link.0)
    }

    #[test]
    fn links_keep_their_query_and_encoding() {
        for raw in ["/", "/kateqoriya/hediyyeler?maxPrice=2000", "/axtaris/g%C3%BCl%3F", "/axtaris/gül", "/?a=b?c"] {
            assert_eq!(parse(raw), raw);
        }
        assert_eq!(parse(" /sebet "), "/sebet");
    }

    #[test]
    fn only_links_within_the_shop_are_accepted() {
        for (raw, expected) in [
            ("", "required"),
            (" ", "required"),
            ("?maxPrice=2000", "required"),
            ("kateqoriya/guller", "not_a_path"),
            ("https://evil.example/", "not_a_path"),
            ("//evil.example", "not_a_path"),
            ("javascript:alert(1)", "not_a_path"),
            ("/faq#delivery", "not_a_path"),
            ("/faq?a=b#delivery", "not_a_path"),
            ("/ru/kateqoriya/guller", "language_in_path"),
            ("/a/../b", "not_a_path"),
            ("/\\evil.example", "invalid_characters"),
            ("/\t/evil.example", "invalid_characters"),
            ("/a?b=\u{7}", "invalid_characters"),
        ] {
            assert_eq!(parse(raw), expected, "{raw}");
        }
        assert_eq!(parse(&format!("/a?{}", "b".repeat(MAX_QUERY_LENGTH + 1))), "too_long");
        assert!(Link::parse(&format!("/a?{}", "b".repeat(MAX_QUERY_LENGTH))).is_ok());
    }
}
