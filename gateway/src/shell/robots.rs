//! What crawlers should leave alone: the API, and pages that are one person's.

use axum::{
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
};
use kit::Language;

use crate::{answer::Answer, observe::Route, shell::routes::ROUTES};

pub const PATH: &str = "/robots.txt";

pub fn answer() -> Answer {
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    Answer::new(StatusCode::OK, kind, Bytes::from(text()), Some(Route(PATH.into())))
        .with(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"))
}

fn text() -> String {
    let mut text = String::from("User-agent: *\nDisallow: /api/\n");
    for path in ROUTES.hidden() {
        for language in Language::ALL {
            let prefix = if language == Language::default() { String::new() } else { format!("/{}", language.code()) };
            text.push_str("Disallow: ");
            text.push_str(&prefix);
            text.push_str(path);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_pages_are_hidden_in_every_language_and_the_shop_is_not() {
        let text = text();
        for line in ["Disallow: /api/", "Disallow: /sebet", "Disallow: /ru/sebet", "Disallow: /en/profil"] {
            assert!(text.lines().any(|own| own == line), "{text}");
        }
        assert!(!text.lines().any(|line| line == "Disallow: /" || line.contains("mehsullar")), "{text}");
    }
}
