//! Serves the entries of sitemaps to the gateway. A chunk is a range of ids, streamed to bound memory.

use std::pin::Pin;

use futures::{Stream, TryStreamExt as _, stream};
use kit::{Error, Result};
use proto::{
    catalog::sitemap_server,
    common::{SitemapChunk, SitemapChunks, SitemapChunksRequest, SitemapEntriesRequest, SitemapEntry},
    json::to_timestamp,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::{
    App,
    db::sitemap::{self, CHUNK, Entry},
};

const PAGE_SIZE: i64 = 500;
const NOT_FOUND: Error = Error::NotFound("sitemap_not_found");

pub struct Sitemap(pub App);

#[derive(Debug, Clone, Copy)]
enum Kind {
    Product,
    Category,
    List,
}

impl Kind {
    fn parse(raw: &str) -> Result<Self> {
        match raw {
            "product" => Ok(Self::Product),
            "category" => Ok(Self::Category),
            "list" => Ok(Self::List),
            _ => Err(NOT_FOUND),
        }
    }

    async fn page(self, pool: &PgPool, after: i64, last: i64) -> Result<Vec<Entry>> {
        let mut connection = pool.acquire().await?;
        let page = match self {
            Self::Product => sitemap::products(&mut connection, after, last, PAGE_SIZE).await?,
            Self::Category => sitemap::categories(&mut connection, after, last, PAGE_SIZE).await?,
            Self::List => sitemap::lists(&mut connection, after, last, PAGE_SIZE).await?,
        };
        Ok(page)
    }
}

#[tonic::async_trait]
impl sitemap_server::Sitemap for Sitemap {
    type EntriesStream = Pin<Box<dyn Stream<Item = Result<SitemapEntry, Status>> + Send>>;

    async fn chunks(&self, request: Request<SitemapChunksRequest>) -> Result<Response<SitemapChunks>, Status> {
        let kind = Kind::parse(&request.get_ref().kind)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let chunks = match kind {
            Kind::Product => sitemap::product_chunks(&mut connection).await,
            Kind::Category => sitemap::category_chunks(&mut connection).await,
            Kind::List => sitemap::list_chunks(&mut connection).await,
        };
        let chunks = chunks.map_err(Error::from)?.into_iter();
        let chunks = chunks
            .map(|chunk| SitemapChunk { chunk: chunk.number, changed_at: chunk.changed_at.map(to_timestamp) })
            .collect();
        Ok(Response::new(SitemapChunks { chunks }))
    }

    async fn entries(&self, request: Request<SitemapEntriesRequest>) -> Result<Response<Self::EntriesStream>, Status> {
        let kind = Kind::parse(&request.get_ref().kind)?;
        // Saturates, so that any chunk number is accepted.
        let first = request.get_ref().chunk.max(0).saturating_mul(CHUNK);
        let last = first.saturating_add(CHUNK - 1);
        let pool = self.0.pool.clone();
        // `after` is the id before the next page. A connection per page, because the client may read slowly.
        let pages = stream::try_unfold(Some(first - 1), move |after| {
            let pool = pool.clone();
            async move {
                let Some(after) = after else { return Ok(None) };
                let page = kind.page(&pool, after, last).await?;
                let next = if page.len() as i64 == PAGE_SIZE { page.last().map(|entry| entry.id) } else { None };
                Ok::<_, Error>(Some((stream::iter(page.into_iter().map(Ok::<_, Error>)), next)))
            }
        });
        Ok(Response::new(Box::pin(pages.try_flatten().map_ok(into_entry).map_err(Status::from))))
    }
}

fn into_entry(entry: Entry) -> SitemapEntry {
    SitemapEntry { slug: entry.slug, changed_at: entry.changed_at.map(to_timestamp), image_url: entry.picture }
}
