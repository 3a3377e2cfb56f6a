//! Addresses of pages: `/kateqoriya/x` is Azerbaijani, `/ru/kateqoriya/x` Russian. Other spellings redirect, so that
//! search engines see each page once.

use kit::Language;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that `encodeURIComponent` encodes, with which the web app builds addresses.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    pub language: Language,
    /// The decoded parts of the path, without the language.
    pub segments: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum ParsedPath {
    Address(Address),
    /// The canonical address, to which a request is redirected.
    Moved(String),
    /// The path is not valid UTF-8, or has control characters.
    Invalid,
}

impl Address {
    pub fn read(path: &str) -> ParsedPath {
        let mut segments = Vec::new();
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            let Ok(text) = percent_decode_str(segment).decode_utf8() else { return ParsedPath::Invalid };
            if text.chars().any(char::is_control) {
                return ParsedPath::Invalid;
            }
            segments.push(text.into_owned());
        }
        let language =
            segments.first().and_then(|first| Language::ALL.into_iter().find(|language| language.code() == first));
        if language.is_some() {
            segments.remove(0);
        }
        let address = Self { language: language.unwrap_or_default(), segments };
        let canonical = address.path();
        // Browsers leave some characters unencoded that we encode. So a path is also canonical if it has the right
        // number of slashes and no superfluous `/az`.
        let is_canonical = path == canonical
            || (language != Some(Language::default()) && path.matches('/').count() == canonical.matches('/').count());
        if is_canonical { ParsedPath::Address(address) } else { ParsedPath::Moved(canonical) }
    }

    pub fn path(&self) -> String {
        self.path_in(self.language)
    }

    /// Returns the path in this language. It never leads to another site.
    pub fn path_in(&self, language: Language) -> String {
        let mut path = String::new();
        if language != Language::default() {
            path.push('/');
            path.push_str(language.code());
        }
        for segment in &self.segments {
            path.push('/');
            path.push_str(&encode_component(segment));
        }
        if path.is_empty() { "/".to_owned() } else { path }
    }
}

/// Encodes as `encodeURIComponent` does.
pub fn encode_component(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// Encodes as `URLSearchParams` does.
pub fn encode_query(text: &str) -> String {
    const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'*').remove(b' ');
    utf8_percent_encode(text, PLAIN).to_string().replace(' ', "+")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        match Address::read(path) {
            ParsedPath::Address(address) => format!("{} {:?}", address.language.code(), address.segments),
            ParsedPath::Moved(to) => format!("→ {to}"),
            ParsedPath::Invalid => "invalid".to_owned(),
        }
    }

    #[test]
    fn every_page_has_one_address() {
        for (path, expected) in [
            ("/", "az []"),
            ("/ru", "ru []"),
            ("/kateqoriya/x", r#"az ["kateqoriya", "x"]"#),
            ("/en/axtaris/g%C3%BCl%20a", r#"en ["axtaris", "gül a"]"#),
            ("/axtaris/it's", r#"az ["axtaris", "it's"]"#),
            ("/az", "→ /"),
            ("/az/kateqoriya/x", "→ /kateqoriya/x"),
            ("/az/ru", "→ /ru"),
            ("/ru/", "→ /ru"),
            ("/kateqoriya/x/", "→ /kateqoriya/x"),
            ("//kateqoriya//x", "→ /kateqoriya/x"),
            ("/%ff", "invalid"),
            ("/a%00b", "invalid"),
        ] {
            assert_eq!(read(path), expected, "{path}");
        }
    }

    #[test]
    fn a_redirect_never_leads_to_another_site() {
        for path in [
            "//evil.example",
            "/az//evil.example",
            "/az/%2F%2Fevil.example",
            "/az/\\evil.example",
            "/az/%5Cevil.example",
        ] {
            let ParsedPath::Moved(to) = Address::read(path) else { panic!("{path} is not redirected") };
            assert!(to.starts_with('/'), "{path} → {to}");
            assert!(!to[1..].starts_with(['/', '\\']), "{path} → {to}");
        }
    }

    #[test]
    fn query_strings_are_encoded_as_browsers_do() {
        assert_eq!(encode_query("fields[reng]"), "fields%5Breng%5D");
        assert_eq!(encode_query("qırmızı gül, 2"), "q%C4%B1rm%C4%B1z%C4%B1+g%C3%BCl%2C+2");
        assert_eq!(encode_component("gül & çay"), "g%C3%BCl%20%26%20%C3%A7ay");
    }
}
