//! An address of the shop as people read it: decoded, without a language in front and without a query behind.

use percent_encoding::percent_decode_str;

const LONGEST: usize = 300;
const LANGUAGES: [&str; 3] = ["az", "ru", "en"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// What an operator typed or copied from a browser. Only paths: nobody can be sent to another site from here.
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        let raw = raw.trim();
        if raw.is_empty() {
            return Err("required");
        }
        let decoded = percent_decode_str(raw).decode_utf8().map_err(|_| "invalid_characters")?;
        if decoded.chars().any(|c| c.is_control() || c == '\\') {
            return Err("invalid_characters");
        }
        if decoded.chars().count() > LONGEST {
            return Err("too_long");
        }
        // A `?` that was encoded belongs to the path; one that was not begins a query.
        if !raw.starts_with('/') || raw.starts_with("//") || raw.contains(['?', '#']) {
            return Err("not_a_path");
        }
        let segments: Vec<&str> = decoded.split('/').filter(|segment| !segment.is_empty()).collect();
        // One answer holds in every language.
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
    fn however_it_is_written_it_is_one_address() {
        for raw in ["/köhnə/ad", "/k%C3%B6hn%C9%99/ad/", " /köhnə//ad "] {
            assert_eq!(parse(raw), "/köhnə/ad");
        }
        assert_eq!(parse("/"), "/");
    }

    #[test]
    fn only_paths_of_the_shop_are_addresses() {
        for (raw, complaint) in [
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
            assert_eq!(parse(raw), complaint, "{raw}");
        }
        assert_eq!(parse(&format!("/{}", "a".repeat(LONGEST))), "too_long");
    }
}
