//! Searching, and every list that is filtered or counted. The index lives in the process and is a cache of the
//! database: each replica has its own, follows the service's own outbox, and can be thrown away at any time.
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
mod block;
mod columns;
mod dictionary;
mod expand;
mod facets;
mod find;
mod follow;
mod index;
mod matching;
mod meant;
mod mentions;
mod numbers;
mod pins;
mod places;
mod rescue;
mod schema;
mod selection;
mod set;
mod snapshot;
mod stretches;
mod suggest;
mod tags;
mod tally;
mod top;
mod words;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use kit::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use sqlx::PgPool;
use tantivy::Searcher;
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;

pub use find::{Answer, Ask};
pub use places::Places;
pub use suggest::Suggested;

use self::{follow::Follower, pins::Pins, schema::Fields, snapshot::Snapshot};

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

    /// Keeps the index true until stopped.
    pub async fn follow(self, pool: PgPool, stop: CancellationToken) -> anyhow::Result<()> {
        Follower::new(self, pool).run(stop).await
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

    fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// From now on lists are cut from this.
    fn publish(&self, searcher: &Searcher, fields: &Fields, places: Arc<Places>) -> tantivy::Result<()> {
        let before = self.0.newest.borrow().clone();
        let number = self.0.pins.next_number();
        let snapshot = Snapshot::open(number, searcher, fields, places, before.as_deref())?;
        self.0.newest.send_replace(Some(Arc::new(snapshot)));
        Ok(())
    }

    fn reached(&self, position: i64) {
        self.0.position.store(position, Ordering::Release);
    }
}
