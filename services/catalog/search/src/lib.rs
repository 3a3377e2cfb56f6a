//! Full-text search and all public product lists. The index lives in the process and is a cache of the database, kept
//! current from the service's outbox.
//!
//! A list is answered in three steps:
//! 1. Each word of the query is expanded to the terms that it may mean in each segment, an immutable part of the index
//!    (`expand`, `postings`, `words`, `fallback`).
//! 2. Matching documents are found, 64 at a time (`matching`).
//! 3. Filters, facets and totals are intersections of bit sets with columns in memory (`selection`, `tag_bitmaps`,
//!    `facets`).
//!
//! Documents are ordered by category (`document_order`), so that those that match the same query are adjacent. Only
//! product ids leave this crate: cards are read from the database.
//!
//! Tantivy's scores and collectors are not used: ranking depends on how each word matches (`ranking`), and exact counts
//! need all matching documents anyway.

mod attribute;
mod block;
mod category_stats;
mod columns;
mod dictionary;
mod document_order;
mod expand;
mod facet;
mod facets;
mod fallback;
mod find;
mod hits;
mod index;
mod input;
mod list_request;
mod listing;
mod matching;
mod named_categories;
mod numbers;
mod pins;
mod postings;
mod ranking;
mod schema;
mod selection;
mod set;
mod snapshot;
mod spelling;
mod suggest;
mod tag_bitmaps;
mod tag_counts;
mod tags;
mod taxonomy;
mod text;
mod texts;
mod top;
mod words;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use kit::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{oneshot, watch};

pub use attribute::{FieldType, NO, YES, format_with_unit, yes_or_no};
pub use category_stats::CategoryStats;
pub use facet::{Facet, FacetValue};
pub use find::ListPage;
pub use index::{Cursor, Index, IndexBuilder, next_folder};
pub use input::{CategoryRow, FieldRow, Product, ProductFact, StoreRow, TaxonomyRows, ValueRow};
pub use list_request::ListRequest;
pub use listing::{FieldCondition, Filters, Sort};
pub use schema::FORMAT;
pub use suggest::SuggestResult;
pub use taxonomy::Taxonomy;
pub use text::fold::fold;
pub use texts::Texts;

use self::{pins::Pins, snapshot::Snapshot};

/// How long a request waits for the index of a process that has just started.
const READY_TIMEOUT: Duration = Duration::from_secs(10);

/// The search index of this process. Clones share it.
#[derive(Clone)]
pub struct Search(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    /// The snapshot that searches use, or `None` until the first index is open.
    current: watch::Sender<Option<Arc<Snapshot>>>,
    /// Outbox position that the current snapshot includes; -1 before the first snapshot.
    position: AtomicI64,
    pins: Pins,
    /// A search is CPU-bound, so more threads than cores would slow each one down.
    threads: ThreadPool,
}

impl Search {
    /// Creates a search without an index. `folder` must not be shared with another process.
    pub fn new(folder: PathBuf) -> Self {
        let threads = ThreadPoolBuilder::new().thread_name(|number| format!("search {number}"));
        // After a panic the caller gets an error, because the sender is dropped.
        let threads = threads.panic_handler(drop).build().expect("a process can start threads");
        let (current, position) = (watch::Sender::new(None), AtomicI64::new(-1));
        Self(Arc::new(Inner { folder, current, position, pins: Pins::default(), threads }))
    }

    /// Whether an index is open.
    pub fn is_ready(&self) -> bool {
        self.0.current.borrow().is_some()
    }

    /// Returns the position in the outbox up to which the index includes all events.
    pub fn position(&self) -> i64 {
        self.0.position.load(Ordering::Acquire)
    }

    pub async fn taxonomy(&self) -> Result<Arc<Taxonomy>> {
        Ok(self.current().await?.taxonomy.clone())
    }

    /// Returns a page and the name of its snapshot. With an earlier page's name it reads that snapshot while it is
    /// pinned, so that pages do not overlap.
    pub async fn find(&self, request: ListRequest, snapshot_name: Option<&str>) -> Result<(ListPage, String)> {
        let pinned = snapshot_name.and_then(|snapshot_name| self.0.pins.find(snapshot_name));
        let snapshot = match pinned {
            Some(snapshot) => snapshot,
            None => self.current().await?,
        };
        let name = self.0.pins.pin(&snapshot);
        let page = self.compute(move || find::find(&snapshot, &request)).await?;
        Ok((page, name))
    }

    /// Returns suggestions for the text typed so far. `first_products` are as in [`ListRequest`].
    pub async fn suggest(
        &self,
        language: kit::Language,
        text: String,
        first_products: Vec<i64>,
    ) -> Result<SuggestResult> {
        let snapshot = self.current().await?;
        self.compute(move || suggest::suggest(&snapshot, language, &text, first_products)).await
    }

    /// Returns the catalogue's own spelling of each text, or `None` for a text without products or with an unknown
    /// word.
    pub async fn spellings(&self, texts: Vec<String>) -> Result<Vec<Option<String>>> {
        let snapshot = self.current().await?;
        self.compute(move || texts.iter().map(|text| spelling::find(&snapshot, text)).collect()).await
    }

    /// Returns the number of products by category, subcategories included.
    pub async fn product_counts(&self) -> Result<Arc<HashMap<i64, i64>>> {
        let snapshot = self.current().await?;
        self.compute(move || Ok(snapshot.product_counts())).await
    }

    pub async fn category_stats(&self, category: i64, keys: Vec<String>) -> Result<CategoryStats> {
        let snapshot = self.current().await?;
        self.compute(move || Ok(CategoryStats::new(&snapshot, category, &keys))).await
    }

    /// Returns up to `limit` most popular products of the category and of each ancestor, with the number of levels up.
    pub async fn popular_near(&self, category: i64, limit: usize) -> Result<Vec<(i64, i64)>> {
        let snapshot = self.current().await?;
        self.compute(move || Ok(find::popular_near(&snapshot, category, limit))).await
    }

    /// Does work on the search threads, because a broad search takes milliseconds and must not block tokio's threads.
    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> tantivy::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        self.0.threads.spawn(move || {
            // The caller may have disconnected in the queue.
            if !sender.is_closed() {
                let _ = sender.send(work());
            }
        });
        receiver.await.map_err(Error::internal)?.map_err(Error::internal)
    }

    async fn current(&self) -> Result<Arc<Snapshot>> {
        let mut current = self.0.current.subscribe();
        let ready = tokio::time::timeout(READY_TIMEOUT, current.wait_for(Option::is_some)).await;
        let snapshot = ready.ok().and_then(|ready| ready.ok()?.clone());
        snapshot.ok_or_else(|| Error::unavailable(anyhow::anyhow!("the search index is not built yet")))
    }

    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// Lets new searches use the last commit of `index`.
    pub fn switch_to(&self, index: &Index, taxonomy: Arc<Taxonomy>) -> tantivy::Result<()> {
        let before = self.0.current.borrow().clone();
        let number = self.0.pins.next_number();
        let snapshot = Snapshot::open(number, &index.searcher(), &index.fields, taxonomy, before.as_deref())?;
        self.0.current.send_replace(Some(Arc::new(snapshot)));
        self.set_position(index.cursor.position);
        Ok(())
    }

    /// Records that the index includes all events up to `position`.
    pub fn set_position(&self, position: i64) {
        self.0.position.store(position, Ordering::Release);
    }
}
