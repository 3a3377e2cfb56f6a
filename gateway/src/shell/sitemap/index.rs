//! The index of the sitemap, which names its files.

use std::fmt::Write as _;

use axum::http::{StatusCode, header};
use proto::common::SitemapChunk;

use super::{FILES, Kind, ONE_HOUR, XML, write::format_time};
use crate::{buffered_response::BufferedResponse, escape::Html};

pub fn response<'a>(site: &str, chunks: impl Iterator<Item = (Kind, &'a SitemapChunk)>) -> BufferedResponse {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (kind, chunk) in chunks {
        let _ = write!(xml, "<sitemap><loc>{}{FILES}{}-{}.xml</loc>", Html(site), kind.name(), chunk.chunk);
        if let Some(time) = chunk.changed_at.as_ref().and_then(|at| format_time(at.seconds)) {
            let _ = write!(xml, "<lastmod>{time}</lastmod>");
        }
        xml.push_str("</sitemap>\n");
    }
    xml.push_str("</sitemapindex>\n");
    BufferedResponse::new(StatusCode::OK, XML, xml.into(), None).with_header(header::CACHE_CONTROL, ONE_HOUR)
}
