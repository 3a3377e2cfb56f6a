//! Paths of the shop's pages, percent-decoded, without language prefix and query.

use percent_encoding::percent_decode_str;

/// In characters.
const MAX_LENGTH: usize = 300;
const LANGUAGES: [&str; 3] = ["az", "ru", "en"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// Rejects URLs, so that no redirect leads to another site.
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        let raw = raw.trim();
        if raw.is_empty() {
            return Err("required");
        }
        let decoded = percent_decode_str(raw).decode_utf8().map_err(|_| "invalid_characters")?;
        if decoded.chars().any(|c| c.is_control() || c == '\\') {
            return Err("invalid_characters");
        }
        if decoded.chars().count() > MAX_LENGTH {
            return Err("too_long");
        }
        // An encoded `?` is part of the path; a plain one begins a query.
        if !raw.starts_with('/') || raw.starts_with("//") || raw.contains(['?', '#']) {
            return Err("not_a_path");
        }
        let segments: Vec<&str> = decoded.split('/').filter(|segment| !segment.is_empty()).collect();
        // Redirects apply to all languages.
        if segments.first().is_some_and(|first| LANGUAGES.contains(first)) {
            return Err("language_in_path");
        }
        if segments.iter().any(|segment| matches!(*segment, "." | "..")) {
            return Err("not_a_path");
        }
        Ok(Self(format!("/{}", segments.join("/"))))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(raw: &str) -> String {
        Path::parse(raw).map_or_else(str::to_owned, |path| path.0)
    }

    #[test]
    fn paths_are_normalized() {
        for raw in ["/köhnə/ad", "/k%C3%B6hn%C9%99/ad/", " /köhnə//ad "] {
            assert_eq!(parse(raw), "/köhnə/ad");
        }
        assert_eq!(parse("/"), "/");
    }

    #[test]
    fn only_paths_of_the_shop_are_accepted() {
        for (raw, expected) in [
            ("", "required"),
            ("gul", "not_a_path"),
            ("https://evil.example/", "not_a_path"),
            ("//evil.example", "not_a_path"),
            ("/gul?page=2", "not_a_path"),
            ("/gul#top", "not_a_path"),
            ("/a/../b", "not_a_path"),
            ("/ru/gul", "language_in_path"),
            ("/\\evil.example", "invalid_characters"),
            ("/a%0d%0aSet-Cookie", "invalid_characters"),
            ("/%ff", "invalid_characters"),
        ] {
            assert_eq!(parse(raw), expected, "{raw}");
        }
        assert_eq!(parse(&format!("/{}", "a".repeat(MAX_LENGTH))), "too_long");
    }
}
