//! Searching, and every public list. The index lives in the process and is a cache of the database: each replica has
//! its own, follows the service's own outbox, and can be thrown away at any time.
//!
//! A list is answered in three steps. Words become what they may mean in each segment, which is kept in mind (`expand`, `mentions`,
//! `words`, `rescue`); what holds them is found sixty-four documents at a time (`matching`); and filters, facets and totals are
//! intersections of such sets with columns held in memory (`selection`, `stretches`, `facets`). In memory documents stand in an order of
//! their own (`arrangement`), so that what is found together lies together. Only ids leave this room: cards are read from the
//! database, so what they say is never older than the database.
//!
//! There is no score of tantivy's in this, nor its collectors: ranking asks how a word fits (`domain::ranking`), and
//! exact counts need the whole match anyway.

mod arrangement;
mod ask;
mod attribute;
mod block;
mod census;
mod columns;
mod dictionary;
mod expand;
mod facet;
mod facets;
mod find;
mod hits;
mod index;
mod input;
mod listing;
mod matching;
mod meant;
mod mentions;
mod numbers;
mod pins;
mod places;
mod ranking;
mod rescue;
mod schema;
mod selection;
mod set;
mod snapshot;
mod stretches;
mod suggest;
mod tags;
mod tally;
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

pub use ask::Ask;
pub use attribute::{FieldType, NO, YES, measure, yes_or_no};
pub use census::Census;
pub use facet::{Counted, Facet};
pub use find::Answer;
pub use index::{Building, Cursor, Index, next_folder};
pub use input::{CategoryRow, FieldRow, Product, ProductFact, Rows, StoreRow, ValueRow};
pub use listing::{Filters, Sort, Wanted};
pub use places::Places;
pub use schema::FORMAT;
pub use suggest::Suggested;
pub use text::fold::fold;
pub use texts::Texts;

use self::{pins::Pins, snapshot::Snapshot};

/// A process that has just started lets its first callers wait for the index for so long.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub struct Search(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    newest: watch::Sender<Option<Arc<Snapshot>>>,
    /// How far in the outbox it is, or -1.
    position: AtomicI64,
    pins: Pins,
    /// A search keeps a processor busy: more at once than there are would only make each of them slower. One that has much to put
    /// together shares it with those that have nothing to do.
    threads: ThreadPool,
}

impl Search {
    /// Over the index in a folder that is this process's own.
    pub fn new(folder: PathBuf) -> Self {
        let threads = ThreadPoolBuilder::new().thread_name(|number| format!("search {number}"));
        // Whoever waits for what panicked is told so.
        let threads = threads.panic_handler(drop).build().expect("a process can start threads");
        let (newest, position) = (watch::Sender::new(None), AtomicI64::new(-1));
        Self(Arc::new(Inner { folder, newest, position, pins: Pins::default(), threads }))
    }

    pub fn is_ready(&self) -> bool {
        self.0.newest.borrow().is_some()
    }

    /// The event of the outbox up to which answers are true.
    pub fn position(&self) -> i64 {
        self.0.position.load(Ordering::Acquire)
    }

    pub async fn places(&self) -> Result<Arc<Places>> {
        Ok(self.newest().await?.places.clone())
    }

    /// The answer, and the name of the moment it was cut from. `moment` is the name that an earlier page was given;
    /// when that moment is too long ago, the page is cut from now.
    pub async fn find(&self, ask: Ask, moment: Option<&str>) -> Result<(Answer, String)> {
        let pinned = moment.and_then(|moment| self.0.pins.find(moment));
        let snapshot = match pinned {
            Some(snapshot) => snapshot,
            None => self.newest().await?,
        };
        let name = self.0.pins.pin(&snapshot);
        let answer = self.compute(move || find::find(&snapshot, &ask)).await?;
        Ok((answer, name))
    }

    pub async fn suggest(&self, language: kit::Language, text: String) -> Result<Suggested> {
        let snapshot = self.newest().await?;
        self.compute(move || suggest::suggest(&snapshot, language, &text)).await
    }

    /// How many products each category has, with those of the categories below it.
    pub async fn product_counts(&self) -> Result<Arc<HashMap<i64, i64>>> {
        let snapshot = self.newest().await?;
        self.compute(move || Ok(snapshot.product_counts())).await
    }

    /// What the products of a category have in common in these fields, and who sells them.
    pub async fn census(&self, category: i64, keys: Vec<String>) -> Result<Census> {
        let snapshot = self.newest().await?;
        self.compute(move || Ok(Census::of(&snapshot, category, &keys))).await
    }

    /// The most popular products of a category and of each category above it, with the number of levels up.
    pub async fn popular_near(&self, category: i64, most: usize) -> Result<Vec<(i64, i64)>> {
        let snapshot = self.newest().await?;
        self.compute(move || Ok(find::popular_near(&snapshot, category, most))).await
    }

    /// Off the threads that answer calls: a broad search takes milliseconds.
    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> tantivy::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (done, worked) = oneshot::channel();
        self.0.threads.spawn(move || {
            // Whoever asked may have gone while others were served.
            if !done.is_closed() {
                let _ = done.send(work());
            }
        });
        worked.await.map_err(Error::internal)?.map_err(Error::internal)
    }

    async fn newest(&self) -> Result<Arc<Snapshot>> {
        let mut newest = self.0.newest.subscribe();
        let ready = tokio::time::timeout(PATIENCE, newest.wait_for(Option::is_some)).await;
        let snapshot = ready.ok().and_then(|ready| ready.ok()?.clone());
        snapshot.ok_or_else(|| Error::unavailable(anyhow::anyhow!("the search index is not built yet")))
    }

    /// Where the index is kept.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// From now on lists are answered from this.
    pub fn publish(&self, index: &Index, places: Arc<Places>) -> tantivy::Result<()> {
        let before = self.0.newest.borrow().clone();
        let number = self.0.pins.next_number();
        let snapshot = Snapshot::open(number, &index.searcher(), &index.fields, places, before.as_deref())?;
        self.0.newest.send_replace(Some(Arc::new(snapshot)));
        self.reached(index.cursor.position);
        Ok(())
    }

    /// Everything up to this event is in the index.
    pub fn reached(&self, position: i64) {
        self.0.position.store(position, Ordering::Release);
    }
}
