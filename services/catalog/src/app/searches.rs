//! What is learnt from searches. Counts gather in memory and are written a few times a minute: a search must not cost a
//! statement, and what a crash loses of them is not missed.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};

use chrono::{NaiveDate, TimeDelta};
use kit::{
    Language, Result,
    worker::{Next, Worker},
};
use moka::sync::Cache;

use crate::{
    App,
    db::{self, searched::Tally},
    domain::{baku, searched::keepable},
};

const PAUSE: Duration = Duration::from_secs(10);
/// Between two writings; what is asked beyond is not counted, for memory has an end.
const MOST_GATHERED: usize = 20_000;
/// Searches whose products may still be opened.
const MOST_REMEMBERED: u64 = 20_000;
const REMEMBERED: Duration = Duration::from_mins(10);
/// How long a search stays popular.
const POPULAR_DAYS: i64 = 14;
const MOST_POPULAR: i64 = 20_000;
const KEPT_DAYS: i64 = 90;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    day: NaiveDate,
    language: Language,
    query: String,
}

#[derive(Debug, Clone, Default)]
struct Counts {
    typed: String,
    searches: i64,
    empty: i64,
    opened: i64,
}

/// A query that others asked too.
#[derive(Debug, Clone)]
struct Popular {
    query: String,
    typed: String,
    searches: i64,
}

#[derive(Clone)]
pub struct Searches(Arc<Inner>);

struct Inner {
    gathered: Mutex<HashMap<Key, Counts>>,
    remembered: Cache<u64, (Key, String)>,
    /// By language, in the order of the queries.
    popular: RwLock<HashMap<String, Vec<Popular>>>,
    often: i64,
}

impl Searches {
    /// Whose suggestions are queries that were asked at least `often` times.
    pub fn new(often: i64) -> Self {
        let remembered = Cache::builder().max_capacity(MOST_REMEMBERED).time_to_live(REMEMBERED).build();
        Self(Arc::new(Inner { gathered: Mutex::default(), remembered, popular: RwLock::default(), often }))
    }

    /// Counts a search; what it is remembered by, should one of its products be opened. `None` when it is none to keep.
    pub fn note(&self, day: NaiveDate, language: Language, typed: &str, found_nothing: bool) -> Option<u64> {
        let key = Key { day, language, query: keepable(typed)? };
        let typed = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        self.count(key.clone(), &typed, |counts| {
            counts.searches += 1;
            counts.empty += i64::from(found_nothing);
        });
        let name = rand::random();
        self.0.remembered.insert(name, (key, typed));
        Some(name)
    }

    /// A product of a search was opened. One that is no longer remembered is not counted.
    pub fn note_opened(&self, search: u64) {
        if let Some((key, typed)) = self.0.remembered.get(&search) {
            self.count(key, &typed, |counts| counts.opened += 1);
        }
    }

    /// What others asked that begins so, the most asked first.
    pub fn popular(&self, language: Language, beginning: &str, limit: usize) -> Vec<String> {
        let Some(beginning) = keepable(beginning).or_else(|| beginning.is_empty().then(String::new)) else {
            return Vec::new();
        };
        let popular = self.0.popular.read().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = popular.get(language.code()) else { return Vec::new() };
        let first = known.partition_point(|known| known.query < beginning);
        let fitting = known[first..].iter().take_while(|known| known.query.starts_with(&beginning));
        let mut fitting: Vec<_> = fitting.collect();
        fitting.sort_by_key(|known| std::cmp::Reverse(known.searches));
        fitting.into_iter().take(limit).map(|known| known.typed.clone()).collect()
    }

    fn count(&self, key: Key, typed: &str, add: impl FnOnce(&mut Counts)) {
        let mut gathered = self.0.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        if gathered.len() < MOST_GATHERED || gathered.contains_key(&key) {
            let counts = gathered.entry(key).or_default();
            typed.clone_into(&mut counts.typed);
            add(counts);
        }
    }

    fn take(&self) -> Taken<'_> {
        let mut gathered = self.0.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        Taken { searches: self, counts: mem::take(&mut *gathered) }
    }
}

/// Counts that are being written. Those that were not go back when this is dropped.
struct Taken<'a> {
    searches: &'a Searches,
    counts: HashMap<Key, Counts>,
}

impl Taken<'_> {
    fn tallies(&self) -> Vec<Tally> {
        let tallies = self.counts.iter().map(|(key, counts)| Tally {
            day: key.day,
            language: key.language.code(),
            query: key.query.clone(),
            typed: counts.typed.clone(),
            searches: counts.searches,
            empty: counts.empty,
            opened: counts.opened,
        });
        tallies.collect()
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        for (key, taken) in self.counts.drain() {
            self.searches.count(key, &taken.typed, |counts| {
                counts.searches += taken.searches;
                counts.empty += taken.empty;
                counts.opened += taken.opened;
            });
        }
    }
}

/// Writes what has gathered, deletes what is old and reads what is popular; once more when the process stops.
pub fn worker(app: &App) -> Worker {
    Worker::new("searches", PAUSE, app.clone(), run).at_stop(app.clone(), run)
}

async fn run(app: App) -> Result<Next> {
    write_searches(&app).await?;
    Ok(Next::AfterInterval)
}

pub async fn write_searches(app: &App) -> Result<()> {
    let today = baku::day(app.clock.now());
    let mut taken = app.searches.take();
    let mut tx = app.pool.begin().await?;
    let tallies = taken.tallies();
    if !tallies.is_empty() {
        db::searched::add(&mut tx, &tallies).await?;
    }
    db::searched::delete_before(&mut tx, today - TimeDelta::days(KEPT_DAYS)).await?;
    let since = today - TimeDelta::days(POPULAR_DAYS);
    let rows = db::searched::popular(&mut tx, since, app.searches.0.often, MOST_POPULAR).await?;
    // Nobody knows whether a commit that breaks off happened: its counts are lost rather than counted twice.
    taken.counts.clear();
    tx.commit().await?;
    let mut popular: HashMap<String, Vec<Popular>> = HashMap::new();
    for row in rows {
        let (query, typed, searches) = (row.query, row.typed, row.searches);
        popular.entry(row.language).or_default().push(Popular { query, typed, searches });
    }
    for known in popular.values_mut() {
        known.sort_by(|one, other| one.query.cmp(&other.query));
    }
    *app.searches.0.popular.write().unwrap_or_else(PoisonError::into_inner) = popular;
    Ok(())
}
