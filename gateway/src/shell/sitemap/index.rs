//! The sitemap index.

use std::fmt::Write as _;

use axum::http::{StatusCode, header};
use proto::common::SitemapChunk;

use super::{FILES, FOR_AN_HOUR, Kind, XML, write::day};
use crate::{answer::Answer, escape::Html};

pub fn answer<'a>(site: &str, chunks: impl Iterator<Item = (Kind, &'a SitemapChunk)>) -> Answer {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (kind, chunk) in chunks {
        let _ = write!(xml, "<sitemap><loc>{}{FILES}{}-{}.xml</loc>", Html(site), kind.name(), chunk.chunk);
        if let Some(day) = chunk.changed_at.as_ref().and_then(|at| day(at.seconds)) {
            let _ = write!(xml, "<lastmod>{day}</lastmod>");
        }
        xml.push_str("</sitemap>\n");
    }
    xml.push_str("</sitemapindex>\n");
    Answer::new(StatusCode::OK, XML, xml.into(), None).with(header::CACHE_CONTROL, FOR_AN_HOUR)
}
