//! Full-text search and all public product lists, from an index in the process.
//!
//! Words are expanded to terms (`expand`), documents are matched 64 at a time (`matching`), and filters and facets are
//! intersections of bit sets (`selection`, `facets`).
//!
//! Tantivy's scores are not used, because ranking depends on how each word matches (`ranking`).

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
pub use input::{CategoryRow, FieldRow, Product, ProductFieldValue, StoreRow, TaxonomyRows, ValueRow};
pub use list_request::ListRequest;
pub use listing::{FieldCondition, Filters, Sort};
pub use schema::FORMAT;
pub use suggest::{SuggestResult, SuggestedName};
pub use taxonomy::Taxonomy;
pub use text::fold::fold;
pub use texts::Texts;

use self::{pins::Pins, snapshot::Snapshot};

/// How long requests wait for the index of a new process.
const READY_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub struct Search(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    /// `None` until the first index is open.
    current: watch::Sender<Option<Arc<Snapshot>>>,
    /// The outbox position of the snapshot, -1 before the first.
    position: AtomicI64,
    pins: Pins,
    /// A search is CPU-bound, so more threads than cores would slow each one down.
    threads: ThreadPool,
}

impl Search {
    /// `folder` must not be shared with another process.
    pub fn new(folder: PathBuf) -> Self {
        let threads = ThreadPoolBuilder::new().thread_name(|number| format!("search {number}"));
        // A panic drops the sender of a result, which gives the caller an error.
        let threads = threads.panic_handler(drop).build().expect("a process can start threads");
        let (current, position) = (watch::Sender::new(None), AtomicI64::new(-1));
        Self(Arc::new(Inner { folder, current, position, pins: Pins::default(), threads }))
    }

    pub fn is_ready(&self) -> bool {
        self.0.current.borrow().is_some()
    }

    pub fn position(&self) -> i64 {
        self.0.position.load(Ordering::Acquire)
    }

    pub async fn taxonomy(&self) -> Result<Arc<Taxonomy>> {
        Ok(self.current().await?.taxonomy.clone())
    }

    /// Later pages pass the name of the snapshot, so that pages do not overlap.
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

    pub async fn suggest(
        &self,
        language: kit::Language,
        text: String,
        first_products: Vec<i64>,
    ) -> Result<SuggestResult> {
        let snapshot = self.current().await?;
        self.compute(move || suggest::suggest(&snapshot, language, &text, first_products)).await
    }

    /// The texts in the catalogue's own spelling. `None` for a text without products or with an unknown word.
    pub async fn spellings(&self, texts: Vec<String>) -> Result<Vec<Option<String>>> {
        let snapshot = self.current().await?;
        self.compute(move || texts.iter().map(|text| spelling::find(&snapshot, text)).collect()).await
    }

    /// Counts include subcategories.
    pub async fn product_counts(&self) -> Result<Arc<HashMap<i64, i64>>> {
        let snapshot = self.current().await?;
        self.compute(move || Ok(snapshot.product_counts())).await
    }

    pub async fn category_stats(&self, category: i64, keys: Vec<String>) -> Result<CategoryStats> {
        let snapshot = self.current().await?;
        self.compute(move || Ok(CategoryStats::new(&snapshot, category, &keys))).await
    }

    /// Popular products of the category and its ancestors, with the number of levels up.
    pub async fn popular_near(&self, category: i64, limit: usize) -> Result<Vec<(i64, i64)>> {
        let snapshot = self.current().await?;
        self.compute(move || Ok(find::popular_near(&snapshot, category, limit))).await
    }

    /// A broad search takes milliseconds and must not block tokio's threads.
    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> tantivy::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, receiver) = oneshot::channel();
        self.0.threads.spawn(move || {
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

    pub fn switch_to(&self, index: &Index, taxonomy: Arc<Taxonomy>) -> tantivy::Result<()> {
        let before = self.0.current.borrow().clone();
        let number = self.0.pins.next_number();
        let snapshot = Snapshot::open(number, &index.searcher(), &index.fields, taxonomy, before.as_deref())?;
        self.0.current.send_replace(Some(Arc::new(snapshot)));
        self.set_position(index.cursor.position);
        Ok(())
    }

    pub fn set_position(&self, position: i64) {
        self.0.position.store(position, Ordering::Release);
    }
}
