//! URLs of changed pages, which are submitted to search engines.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Encodes as JavaScript's `encodeURIComponent`: search engines treat another encoding as another URL.
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
/// Azerbaijani, Russian and English.
const LANGUAGE_PREFIXES: [&str; 3] = ["", "/ru", "/en"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Product,
    Store,
}

impl Kind {
    pub fn key(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Store => "store",
        }
    }

    fn path_prefix(self) -> &'static str {
        match self {
            Self::Product => "/mehsullar/",
            Self::Store => "/magazalar/",
        }
    }
}

/// `site` is the shop's scheme and host.
pub fn page_urls(site: &str, kind: Kind, slug: &str) -> [String; 3] {
    let (path, slug) = (kind.path_prefix(), utf8_percent_encode(slug, COMPONENT));
    LANGUAGE_PREFIXES.map(|prefix| format!("{site}{prefix}{path}{slug}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_page_has_a_url_in_every_language() {
        insta::assert_snapshot!(page_urls("https://sovqat.az", Kind::Product, "çay & 'xoş'").join("\n"), @r"
        https://sovqat.az/mehsullar/%C3%A7ay%20%26%20'xo%C5%9F'
        https://sovqat.az/ru/mehsullar/%C3%A7ay%20%26%20'xo%C5%9F'
        https://sovqat.az/en/mehsullar/%C3%A7ay%20%26%20'xo%C5%9F'
        ");
    }

    #[test]
    fn paths_match_the_routes_of_the_web_app() {
        let routes = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/routes.json"));
        let routes: serde_json::Value = serde_json::from_str(routes).unwrap();
        for (kind, subject) in [(Kind::Product, "/product/{slug}"), (Kind::Store, "/store/{slug}")] {
            let routes = routes["routes"].as_array().unwrap();
            let route = routes.iter().find(|route| route["subject"] == subject && route["index"] == true).unwrap();
            assert_eq!(route["pattern"], format!("{}{{slug}}", kind.path_prefix()));
        }
    }
}
