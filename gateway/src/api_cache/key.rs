//! Keys of cached responses: language, path and sorted parameters.

use axum::http::Uri;
use kit::Language;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const SUGGESTIONS: &str = "/api/v1/product/suggest";

pub fn key(path: &str, query: Option<&str>, language: Language) -> String {
    let mut key = String::with_capacity(path.len() + query.map_or(0, str::len) + 4);
    key.push_str(language.code());
    key.push_str(path);
    let Some(query) = query else { return key };
    let mut pairs: Vec<&str> = query.split('&').filter(|pair| !pair.is_empty()).collect();
    pairs.sort_unstable();
    for pair in pairs {
        key.push('&');
        key.push_str(pair);
    }
    key
}

/// Normalises case and spaces of a suggestion request. The service gets the normalised text.
pub fn normalise(uri: &Uri) -> Uri {
    let text = (uri.path() == SUGGESTIONS).then(|| suggestion_text(uri.query()?)).flatten();
    let normalised = text.and_then(|text| {
        let text = utf8_percent_encode(&text, NON_ALPHANUMERIC);
        format!("{SUGGESTIONS}?q={text}").parse().ok()
    });
    normalised.unwrap_or_else(|| uri.clone())
}

/// Returns the text in lower case with single spaces, or `None` if it is invalid.
fn suggestion_text(query: &str) -> Option<String> {
    let text = query.split('&').filter_map(|pair| pair.strip_prefix("q=")).next_back()?.replace('+', " ");
    let text = percent_decode_str(&text).decode_utf8().ok().filter(|text| !text.chars().any(char::is_control))?;
    let words: Vec<String> = text.split_whitespace().map(lower_case).collect();
    Some(words.join(" "))
}

/// Keeps `I` and `İ`, whose lower case depends on the language.
fn lower_case(word: &str) -> String {
    let mut lowered = String::with_capacity(word.len());
    for letter in word.chars() {
        if matches!(letter, 'I' | 'İ') { lowered.push(letter) } else { lowered.extend(letter.to_lowercase()) }
    }
    lowered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_depends_on_the_language_but_not_on_the_order_of_parameters() {
        let read = |query, language| key("/api/v1/product/all", Some(query), language);
        assert_eq!(read("a=1&b=2", Language::Az), read("b=2&&a=1", Language::Az));
        assert_ne!(read("a=1", Language::Az), read("a=1", Language::Ru));
        assert_ne!(read("a=1", Language::Az), read("a=2", Language::Az));
    }

    #[test]
    fn suggestions_are_normalised_by_case_and_space() {
        for (query, expected) in [
            ("q=G%C3%BCl+", "q=g%C3%BCl"),
            ("utm=x&q=%20g%C3%BCl%20%20Buketi", "q=g%C3%BCl%20buketi"),
            ("q=a&q=b", "q=b"),
            ("q=a&q=", "q="),
            ("q=%D0%9F%D0%9E%D0%94", "q=%D0%BF%D0%BE%D0%B4"),
            ("q=ISIQ", "q=IsIq"),
            ("q=%C4%B0pək", "q=%C4%B0p%C9%99k"),
            // Left to the service.
            ("q=%ff", "q=%ff"),
            ("q=a%00", "q=a%00"),
            ("%71=a", "%71=a"),
        ] {
            let normalised_query = |query: &str| {
                let uri = utf8_percent_encode(query, percent_encoding::CONTROLS);
                normalise(&format!("{SUGGESTIONS}?{uri}").parse().unwrap()).to_string()
            };
            assert_eq!(normalised_query(query), format!("{SUGGESTIONS}?{expected}"), "{query}");
        }
        let other: Uri = "/api/v1/product/all?q=A".parse().unwrap();
        assert_eq!(normalise(&other), other);
    }
}
