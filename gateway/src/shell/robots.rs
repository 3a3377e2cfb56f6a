//! robots.txt: paths that are not indexed, lines of staff, and the address of the sitemap.

use axum::{
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
};
use kit::{
    Language,
    client::{CallContext, retry},
};
use proto::seo::RobotsRequest;

use crate::{
    buffered_response::BufferedResponse,
    observe::Route,
    services::Services,
    shell::{routes::ROUTES, sitemap},
};

pub const PATH: &str = "/robots.txt";

/// Returns `None` if the lines of staff are unavailable: crawlers retry after a 503.
pub async fn response(services: &Services, site: &str) -> Option<BufferedResponse> {
    let request = || CallContext::default().sign(RobotsRequest {});
    let lines = retry(async || services.seo().robots(request()).await).await.ok()?.into_inner().text;
    let text = text(site, &lines);
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let response = BufferedResponse::new(StatusCode::OK, kind, Bytes::from(text), Some(Route(PATH.into())));
    Some(response.with_header(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")))
}

fn text(site: &str, lines: &str) -> String {
    let mut text = String::from("User-agent: *\nDisallow: /api/\n");
    for path in ROUTES.unindexed_paths() {
        for language in Language::ALL {
            let prefix = if language == Language::default() { String::new() } else { format!("/{}", language.code()) };
            text.push_str("Disallow: ");
            text.push_str(&prefix);
            text.push_str(path);
            text.push('\n');
        }
    }
    if !lines.is_empty() {
        text.push('\n');
        text.push_str(lines);
        text.push('\n');
    }
    text.push_str("\nSitemap: ");
    text.push_str(site);
    text.push_str(sitemap::INDEX);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_private_pages_are_disallowed_in_every_language() {
        let text = text("https://sovqat.az", "User-agent: GreedyBot\nDisallow: /");
        for line in ["Disallow: /api/", "Disallow: /sebet", "Disallow: /ru/sebet", "Disallow: /en/profil"] {
            assert!(text.lines().any(|text_line| text_line == line), "{text}");
        }
        let (generated, from_staff) = text.split_once("User-agent: GreedyBot").unwrap();
        let excludes_products = |line: &str| line == "Disallow: /" || line.starts_with("Disallow: /mehsullar");
        assert!(!generated.lines().any(excludes_products), "{text}");
        assert_eq!(from_staff, "\nDisallow: /\n\nSitemap: https://sovqat.az/sitemap.xml\n");
    }
}
