//! Search statistics: popular queries and queries without results. Counts are collected in memory and written every ten
//! seconds, so that a search needs no statement; a crash may lose the latest counts.

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
/// Maximum number of queries held between two writes; further ones are not counted.
const MOST_GATHERED: usize = 20_000;
/// Maximum number of searches that can still be matched with an opened product.
const MOST_REMEMBERED: u64 = 20_000;
const REMEMBERED: Duration = Duration::from_mins(10);
/// Days over which popular queries are counted.
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

///
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
    /// Keyed by language code; sorted by query.
    popular: RwLock<HashMap<String, Vec<Popular>>>,
    often: i64,
}

impl Searches {
    /// Suggests queries that were searched at least `min_count` times.
    pub fn new(often: i64) -> Self {
        let remembered = Cache::builder().max_capacity(MOST_REMEMBERED).time_to_live(REMEMBERED).build();
        Self(Arc::new(Inner { gathered: Mutex::default(), remembered, popular: RwLock::default(), often }))
    }

    /// Counts a search. Returns a number for [`Self::note_opened`], or `None` if the text must not be stored.
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

    /// Counts that a product of a search was opened, if the search is still remembered.
    pub fn note_opened(&self, search: u64) {
        if let Some((key, typed)) = self.0.remembered.get(&search) {
            self.count(key, &typed, |counts| counts.opened += 1);
        }
    }

    /// Popular queries with the prefix, most frequent first.
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

/// Counts taken for writing; restored on drop unless they were cleared.
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

/// Writes counts, deletes old ones and reads popular queries; also once when the process stops.
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
    // The outcome of an interrupted commit is unknown; losing counts is better than counting twice.
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
