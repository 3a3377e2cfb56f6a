//! The sitemap: an index, and files that are streamed from the services. A file has the pages of one chunk: a range of
//! ids of one kind.

mod index;
mod stream;
mod write;

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use chrono::DateTime;
use kit::client::{CallContext, retry};
use moka::future::Cache;
use proto::common::{SitemapChunk, SitemapChunks, SitemapChunksRequest, SitemapEntriesRequest};
use tonic::{Code, Status};

use self::write::Writer;
use crate::{
    buffered_response::encoding::accepts_gzip, observe::Route, problem::Problem, services::Services,
    shell::routes::ROUTES,
};

pub const INDEX: &str = "/sitemap.xml";
const FILES: &str = "/sitemaps/";
/// A short time, so that new pages are visible soon.
const INDEX_TTL: Duration = Duration::from_mins(1);
const XML: HeaderValue = HeaderValue::from_static("application/xml; charset=utf-8");
const ONE_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// Increase it when the format changes, so that crawlers fetch the files again.
const FORMAT_VERSION: u32 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Pages without a subject, such as the home page.
    Page,
    Category,
    Product,
    Store,
    List,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Page, Self::Category, Self::Product, Self::Store, Self::List];

    fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Category => "category",
            Self::Product => "product",
            Self::Store => "store",
            Self::List => "list",
        }
    }

    /// Returns the prefix of the subject's query, which identifies the route.
    fn subject(self) -> &'static str {
        match self {
            Self::Page => "/",
            Self::Category => "/category/",
            Self::Product => "/product/",
            Self::Store => "/store/",
            Self::List => "/list/",
        }
    }
}

#[derive(Clone)]
pub struct Sitemap {
    services: Services,
    site: Arc<str>,
    /// `None` if caches are off.
    chunks: Option<Cache<Kind, Arc<Vec<SitemapChunk>>>>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum SitemapFile {
    Index,
    File(Kind, i64),
}

impl SitemapFile {
    /// Parses a path such as `/sitemaps/product-12.xml`, but not `012`.
    pub fn read(path: &str) -> Option<Self> {
        if path == INDEX {
            return Some(Self::Index);
        }
        let (kind, chunk) = path.strip_prefix(FILES)?.strip_suffix(".xml")?.split_once('-')?;
        let kind = Kind::ALL.into_iter().find(|candidate| candidate.name() == kind)?;
        let number = chunk.parse().ok().filter(|number: &i64| *number >= 0 && number.to_string() == chunk)?;
        Some(Self::File(kind, number))
    }
}

impl Sitemap {
    pub fn new(services: Services, site: &str, is_cached: bool) -> Self {
        let chunks = is_cached.then(|| Cache::builder().max_capacity(16).time_to_live(INDEX_TTL).build());
        Self { services, site: site.into(), chunks }
    }

    pub async fn respond(&self, file_id: SitemapFile, method: &Method, headers: &HeaderMap) -> Response {
        let outcome = match file_id {
            SitemapFile::Index => self.index(method, headers).await,
            SitemapFile::File(kind, chunk) => self.file(kind, chunk, method, headers).await,
        };
        let mut response = outcome.unwrap_or_else(|status| Problem::from(status).into_response());
        let route = if file_id == SitemapFile::Index { INDEX } else { "/sitemaps/{file}" };
        response.extensions_mut().insert(Route(route.into()));
        response
    }

    /// Fails unless all parts are available: search engines would take missing pages for removed ones.
    async fn index(&self, method: &Method, headers: &HeaderMap) -> Result<Response, Status> {
        let chunks_by_kind = futures::future::try_join_all(Kind::ALL.map(|kind| self.chunks(kind))).await?;
        let chunks = Kind::ALL
            .into_iter()
            .zip(&chunks_by_kind)
            .flat_map(|(kind, chunks)| chunks.iter().map(move |chunk| (kind, chunk)));
        Ok(index::response(&self.site, chunks).to_response(method, headers))
    }

    async fn file(&self, kind: Kind, number: i64, method: &Method, headers: &HeaderMap) -> Result<Response, Status> {
        let chunks = self.chunks(kind).await?;
        let chunk = chunks.iter().find(|chunk| chunk.chunk == number);
        let chunk = chunk.ok_or_else(|| Status::not_found("sitemap_not_found"))?;
        let validators = Validators::of(kind, chunk);
        let is_gzip = accepts_gzip(headers);
        let is_copy_current = validators.as_ref().is_some_and(|validators| validators.match_request(headers));
        let mut response = if is_copy_current {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = Response::new(self.body(kind, number, method, is_gzip).await?);
            response.headers_mut().insert(header::CONTENT_TYPE, XML);
            if is_gzip {
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        headers.insert(header::CACHE_CONTROL, ONE_HOUR);
        if let Some(validators) = &validators {
            validators.add_to(headers);
        }
        Ok(response)
    }

    async fn body(&self, kind: Kind, number: i64, method: &Method, is_gzip: bool) -> Result<Body, Status> {
        if method == Method::HEAD {
            return Ok(Body::empty());
        }
        let writer = Writer::new(&self.site, kind);
        Ok(match kind {
            Kind::Page => stream::stream_pages(writer, ROUTES.fixed_pages(), is_gzip),
            _ => stream::stream_entries(writer, self.entries(kind, number).await?, is_gzip),
        })
    }

    async fn chunks(&self, kind: Kind) -> Result<Arc<Vec<SitemapChunk>>, Status> {
        match &self.chunks {
            Some(cache) => cache
                .try_get_with(kind, self.load_chunks(kind))
                .await
                .map_err(|status: Arc<Status>| Status::clone(&status)),
            None => self.load_chunks(kind).await,
        }
    }

    async fn load_chunks(&self, kind: Kind) -> Result<Arc<Vec<SitemapChunk>>, Status> {
        let request = || CallContext::default().sign(SitemapChunksRequest { kind: kind.name().to_owned() });
        let response = match kind {
            Kind::Page => return Ok(Arc::new(vec![SitemapChunk::default()])),
            Kind::Store => retry(async || self.services.store_sitemap().chunks(request()).await).await,
            _ => retry(async || self.services.catalog_sitemap().chunks(request()).await).await,
        };
        match response {
            Ok(response) => Ok(Arc::new(response.into_inner().chunks)),
            // A service of the previous release has no sitemap yet.
            Err(status) if status.code() == Code::Unimplemented => Ok(Arc::new(SitemapChunks::default().chunks)),
            Err(status) => Err(status),
        }
    }

    async fn entries(&self, kind: Kind, chunk: i64) -> Result<stream::Entries, Status> {
        let request =
            || CallContext::default().streaming_request(SitemapEntriesRequest { kind: kind.name().to_owned(), chunk });
        let response = match kind {
            Kind::Store => retry(async || self.services.store_sitemap().entries(request()).await).await,
            _ => retry(async || self.services.catalog_sitemap().entries(request()).await).await,
        };
        Ok(response?.into_inner())
    }
}

/// A crawler asks with these whether its copy is current.
struct Validators {
    etag: HeaderValue,
    /// In Unix seconds.
    changed_at: i64,
}

impl Validators {
    fn of(kind: Kind, chunk: &SitemapChunk) -> Option<Self> {
        let at = chunk.changed_at.as_ref()?;
        let etag = format!("W/\"{FORMAT_VERSION}-{}-{}-{}.{:09}\"", kind.name(), chunk.chunk, at.seconds, at.nanos);
        Some(Self { etag: HeaderValue::from_str(&etag).ok()?, changed_at: at.seconds })
    }

    fn add_to(&self, headers: &mut HeaderMap) {
        headers.insert(header::ETAG, self.etag.clone());
        let date = DateTime::from_timestamp(self.changed_at, 0).map(|at| at.format("%a, %d %b %Y %T GMT").to_string());
        if let Some(date) = date.and_then(|date| HeaderValue::from_str(&date).ok()) {
            headers.insert(header::LAST_MODIFIED, date);
        }
    }

    /// `If-None-Match` takes precedence (RFC 9110).
    fn match_request(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        if let Some(tags) = text(header::IF_NONE_MATCH) {
            return tags.split(',').any(|tag| tag.trim() == "*" || tag.trim().as_bytes() == self.etag.as_bytes());
        }
        let since = text(header::IF_MODIFIED_SINCE).and_then(|since| DateTime::parse_from_rfc2822(since).ok());
        since.is_some_and(|since| since.timestamp() >= self.changed_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_exactly_one_address() {
        assert_eq!(SitemapFile::read("/sitemap.xml"), Some(SitemapFile::Index));
        assert_eq!(SitemapFile::read("/sitemaps/product-12.xml"), Some(SitemapFile::File(Kind::Product, 12)));
        for other in [
            "/sitemaps/",
            "/sitemaps/product.xml",
            "/sitemaps/product-.xml",
            "/sitemaps/product-01.xml",
            "/sitemaps/product--1.xml",
            "/sitemaps/order-1.xml",
            "/sitemaps/product-1.xml.gz",
            "/sitemaps/product-99999999999999999999.xml",
        ] {
            assert_eq!(SitemapFile::read(other), None, "{other}");
        }
    }

    #[test]
    fn a_crawler_with_a_current_copy_gets_304() {
        let changed_at = Some(proto::json::to_timestamp(DateTime::from_timestamp(1_700_000_000, 5).unwrap()));
        let own = Validators::of(Kind::Product, &SitemapChunk { chunk: 3, changed_at }).unwrap();
        let mut headers = HeaderMap::new();
        own.add_to(&mut headers);
        assert_eq!(headers[header::LAST_MODIFIED], "Tue, 14 Nov 2023 22:13:20 GMT");
        let conditional = |name, value: &str| HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())]);
        let etag = headers[header::ETAG].to_str().unwrap();
        assert!(own.match_request(&conditional(header::IF_NONE_MATCH, etag)));
        assert!(!own.match_request(&conditional(header::IF_NONE_MATCH, "W/\"another\"")));
        assert!(own.match_request(&conditional(header::IF_MODIFIED_SINCE, "Tue, 14 Nov 2023 22:13:20 GMT")));
        assert!(!own.match_request(&conditional(header::IF_MODIFIED_SINCE, "Tue, 14 Nov 2023 22:13:19 GMT")));
        assert!(!own.match_request(&conditional(header::IF_MODIFIED_SINCE, "yesterday")));
        assert!(Validators::of(Kind::Category, &SitemapChunk::default()).is_none());
    }
}
