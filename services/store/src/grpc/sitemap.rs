//! Store pages for sitemaps. Each sitemap contains one chunk, a range of store ids, so a changed store changes one
//! sitemap.

use futures::stream::{self, BoxStream, StreamExt as _};
use kit::Error;
use proto::{
    common::{SitemapChunk, SitemapChunks, SitemapChunksRequest, SitemapEntriesRequest, SitemapEntry},
    json::to_timestamp,
    store::sitemap_server,
};
use tonic::{Request, Response, Status};

use crate::{App, db};

/// Number of ids; a sitemap may have 50,000 URLs.
const CHUNK_SIZE: i64 = 10_000;
/// The only kind of page of this service.
const KIND: &str = "store";

pub struct Sitemap(pub App);

#[tonic::async_trait]
impl sitemap_server::Sitemap for Sitemap {
    type EntriesStream = BoxStream<'static, Result<SitemapEntry, Status>>;

    async fn chunks(&self, request: Request<SitemapChunksRequest>) -> Result<Response<SitemapChunks>, Status> {
        check_kind(&request.get_ref().kind)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let chunks = db::sitemap::chunks(&mut connection, CHUNK_SIZE).await.map_err(Error::from)?;
        let chunks = chunks
            .into_iter()
            .map(|row| SitemapChunk { chunk: row.chunk, changed_at: Some(to_timestamp(row.changed_at)) });
        Ok(Response::new(SitemapChunks { chunks: chunks.collect() }))
    }

    async fn entries(&self, request: Request<SitemapEntriesRequest>) -> Result<Response<Self::EntriesStream>, Status> {
        let SitemapEntriesRequest { kind, chunk } = request.into_inner();
        check_kind(&kind)?;
        let first_id = chunk.checked_mul(CHUNK_SIZE).filter(|first_id| *first_id >= 0);
        let first_id = first_id.ok_or_else(|| Error::invalid("chunk", "out_of_range"))?;
        let end = first_id.saturating_add(CHUNK_SIZE);

        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let rows = db::sitemap::entries(&mut connection, first_id, end).await.map_err(Error::from)?;
        let entries = rows.into_iter().map(|row| {
            let image_url = Some(row.logo_url).filter(|url| !url.is_empty());
            Ok(SitemapEntry { slug: row.slug, changed_at: Some(to_timestamp(row.changed_at)), image_url })
        });
        Ok(Response::new(stream::iter(entries.collect::<Vec<_>>()).boxed()))
    }
}

/// Accepts this service's kind of page. An empty text means the same.
fn check_kind(kind: &str) -> kit::Result<()> {
    if kind.is_empty() || kind == KIND { Ok(()) } else { Err(Error::invalid("kind", "unknown_value")) }
}
