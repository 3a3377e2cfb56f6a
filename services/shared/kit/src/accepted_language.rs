//! Chooses the language of a response by the `Accept-Language` header (RFC 9110).

use crate::Language;

/// Bounds the work for an untrusted header.
const MAX_RANGES: usize = 32;

pub fn negotiate(header: &str) -> Language {
    let mut best_language = Language::default();
    let mut best_weight = 0.0;
    for range in header.split(',').take(MAX_RANGES) {
        let mut parts = range.split(';').map(str::trim);
        let tag = parts.next().unwrap_or_default();
        let weight = parts.find_map(|parameter| parameter.strip_prefix("q=")).map_or(1.0, parse_weight);
        let language = if tag == "*" { Some(Language::default()) } else { Language::from_tag(tag) };
        if let Some(language) = language
            && weight > best_weight
        {
            best_language = language;
            best_weight = weight;
        }
    }
    best_language
}

/// An invalid weight is 0, so that its language is not chosen.
fn parse_weight(text: &str) -> f32 {
    text.parse::<f32>().ok().filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_supported_language_with_the_highest_weight_is_chosen() {
        for (header, expected) in [
            ("", "az"),
            ("ru", "ru"),
            ("RU-ru,ru;q=0.9,en;q=0.8", "ru"),
            ("de, en;q=0.4, ru;q=0.7", "ru"),
            ("de-DE, fr;q=0.9", "az"),
            ("en;q=0, *;q=0.1", "az"),
            ("en;q=banana", "az"),
            ("*", "az"),
            ("AZ", "az"),
        ] {
            assert_eq!(negotiate(header).code(), expected, "{header}");
        }
    }
}
