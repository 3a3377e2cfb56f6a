//! Saved views: filters of a list in the back office, each with a name.

use std::ops::RangeInclusive;

use kit::input::single_line;

pub const MAX_PER_LIST: i64 = 20;

// In characters.
const MAX_LIST: usize = 40;
const NAME: RangeInclusive<usize> = 1..=60;
const QUERY: RangeInclusive<usize> = 1..=2_000;

#[derive(Debug)]
pub struct ListView {
    pub list: String,
    pub name: String,
    /// The parameters of the list's address.
    pub query: String,
    pub is_default: bool,
}

/// Checks the form of the key only, because the web app decides which lists exist.
pub fn parse_list(raw: &str) -> Result<String, &'static str> {
    let is_key = raw.len() <= MAX_LIST
        && raw.starts_with(|first: char| first.is_ascii_lowercase())
        && raw.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    match raw {
        "" => Err("required"),
        _ if is_key => Ok(raw.to_owned()),
        _ => Err("invalid"),
    }
}

pub fn parse_name(raw: &str) -> Result<String, &'static str> {
    single_line(raw, NAME)
}

pub fn parse_query(raw: &str) -> Result<String, &'static str> {
    single_line(raw, QUERY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_word_of_lower_case_letters_and_hyphens() {
        for key in ["orders", "search-rules", "a", &"a".repeat(MAX_LIST)] {
            assert_eq!(parse_list(key).as_deref(), Ok(key));
        }
        assert_eq!(parse_list(""), Err("required"));
        for raw in ["Orders", "-orders", "orders2", " orders", "sifarişlər", "a\n", &"a".repeat(MAX_LIST + 1)] {
            assert_eq!(parse_list(raw), Err("invalid"), "{raw}");
        }
    }
}
