//! Sitemap entries, one per page and language, with hreflang links to all languages.

use std::fmt::Write as _;

use chrono::DateTime;
use kit::Language;
use proto::common::SitemapEntry;

use super::Kind;
use crate::{
    escape::Html,
    shell::{address::Address, head::wide_version, routes::ROUTES},
};

pub const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
     xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n";
pub const FOOTER: &str = "</urlset>\n";

pub struct Writer {
    site: String,
    kind: Kind,
}

impl Writer {
    pub fn new(site: &str, kind: Kind) -> Self {
        Self { site: Html(site).to_string(), kind }
    }

    pub fn entry(&self, xml: &mut String, entry: &SitemapEntry) {
        let segments = ROUTES.address_of(self.kind.subject(), &entry.slug);
        let time = entry.changed_at.as_ref().and_then(|at| format_time(at.seconds));
        self.page(xml, segments, time.as_deref(), entry.image_url.as_deref().filter(|url| url.starts_with('/')));
    }

    pub fn page(&self, xml: &mut String, segments: Vec<String>, time: Option<&str>, picture: Option<&str>) {
        let address = Address { language: Language::default(), segments };
        let path = |language| Html(&address.path_in(language)).to_string();
        let mut alternates = String::new();
        for language in Language::ALL {
            self.alternate(&mut alternates, language.code(), &path(language));
        }
        self.alternate(&mut alternates, "x-default", &path(Language::default()));
        for language in Language::ALL {
            let _ = write!(xml, "<url><loc>{}{}</loc>", self.site, path(language));
            if let Some(time) = time {
                let _ = write!(xml, "<lastmod>{time}</lastmod>");
            }
            xml.push_str(&alternates);
            if let Some(picture) = picture {
                let picture = wide_version(picture);
                let _ =
                    write!(xml, "<image:image><image:loc>{}{}</image:loc></image:image>", self.site, Html(&picture));
            }
            xml.push_str("</url>\n");
        }
    }

    fn alternate(&self, xml: &mut String, language: &str, path: &str) {
        let site = &self.site;
        let _ = write!(xml, "<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{site}{path}\"/>");
    }
}

/// Formats Unix seconds in the W3C profile of ISO 8601.
pub fn format_time(seconds: i64) -> Option<String> {
    Some(DateTime::from_timestamp(seconds, 0)?.format("%Y-%m-%dT%H:%M:%SZ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_hreflang_links_to_all_languages() {
        let mut xml = String::new();
        let entry = SitemapEntry {
            slug: "çay & 'xoş'".into(),
            changed_at: Some(proto::json::to_timestamp(DateTime::UNIX_EPOCH)),
            image_url: Some("/media/abc/640.webp".into()),
        };
        Writer::new("https://sovqat.az", Kind::Product).entry(&mut xml, &entry);
        let second = xml.lines().nth(1).unwrap().replace("><", ">\n<");
        insta::assert_snapshot!(second, @r#"
        <url>
        <loc>https://sovqat.az/ru/mehsullar/%C3%A7ay%20%26%20&#39;xo%C5%9F&#39;</loc>
        <lastmod>1970-01-01T00:00:00Z</lastmod>
        <xhtml:link rel="alternate" hreflang="az" href="https://sovqat.az/mehsullar/%C3%A7ay%20%26%20&#39;xo%C5%9F&#39;"/>
        <xhtml:link rel="alternate" hreflang="ru" href="https://sovqat.az/ru/mehsullar/%C3%A7ay%20%26%20&#39;xo%C5%9F&#39;"/>
        <xhtml:link rel="alternate" hreflang="en" href="https://sovqat.az/en/mehsullar/%C3%A7ay%20%26%20&#39;xo%C5%9F&#39;"/>
        <xhtml:link rel="alternate" hreflang="x-default" href="https://sovqat.az/mehsullar/%C3%A7ay%20%26%20&#39;xo%C5%9F&#39;"/>
        <image:image>
        <image:loc>https://sovqat.az/media/abc/1280.webp</image:loc>
        </image:image>
        </url>
        "#);
        assert_eq!(xml.lines().count(), 3);
    }

    #[test]
    fn the_largest_file_is_within_the_limits_of_search_engines() {
        // The longest slug that an import accepts.
        let slug = "a".repeat(200);
        let longest = SitemapEntry {
            image_url: Some(format!("/media/{}/640.webp", "f".repeat(64))),
            slug,
            ..SitemapEntry::default()
        };
        let mut xml = String::new();
        Writer::new("https://www.sovqat.example", Kind::Product).entry(&mut xml, &longest);
        // The services put at most 5,000 ids into a chunk.
        let (pages, bytes) = (5_000 * xml.lines().count(), 5_000 * xml.len());
        assert!(pages <= 50_000, "{pages} pages");
        assert!(bytes <= 50_000_000, "{bytes} bytes");
    }
}
