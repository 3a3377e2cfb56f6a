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
    db::{self, search_counts::SearchCounts},
    domain::{baku, search_text::storable_query},
};

const WRITE_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum number of different queries between two writes; further ones are not counted.
const MAX_KEYS: usize = 20_000;
/// Maximum number of recent searches to which an opened product can be attributed.
const MAX_RECENT: u64 = 20_000;
const RECENT_FOR: Duration = Duration::from_mins(10);
/// Days over which popular queries are counted.
const POPULAR_DAYS: i64 = 14;
/// Maximum number of popular queries held in memory.
const MAX_POPULAR: i64 = 20_000;
const KEEP_DAYS: i64 = 90;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    day: NaiveDate,
    language: Language,
    query: String,
}

#[derive(Debug, Clone, Default)]
struct Counts {
    /// The query as it was last typed.
    typed: String,
    searches: i64,
    /// Searches without results.
    empty: i64,
    /// Searches after which a product was opened.
    opened: i64,
}

#[derive(Debug, Clone)]
struct PopularQuery {
    query: String,
    typed: String,
    searches: i64,
}

#[derive(Clone)]
pub struct Searches(Arc<Inner>);

struct Inner {
    collected: Mutex<HashMap<Key, Counts>>,
    recent: Cache<u64, (Key, String)>,
    /// Keyed by language code; sorted by query.
    popular: RwLock<HashMap<String, Vec<PopularQuery>>>,
    min_count: i64,
}

impl Searches {
    /// Queries searched at least `min_count` times are popular.
    pub fn new(min_count: i64) -> Self {
        let recent = Cache::builder().max_capacity(MAX_RECENT).time_to_live(RECENT_FOR).build();
        Self(Arc::new(Inner { collected: Mutex::default(), recent, popular: RwLock::default(), min_count }))
    }

    /// Counts a search. Returns its number for [`Self::record_opened`], or `None` if it is not counted (see [`storable_query`]).
    pub fn record(&self, day: NaiveDate, language: Language, typed: &str, found_nothing: bool) -> Option<u64> {
        let key = Key { day, language, query: storable_query(typed)? };
        let typed = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        self.update(key.clone(), &typed, |counts| {
            counts.searches += 1;
            counts.empty += i64::from(found_nothing);
        });
        let number = rand::random();
        self.0.recent.insert(number, (key, typed));
        Some(number)
    }

    /// Counts that a product found by a recent search was opened.
    pub fn record_opened(&self, search: u64) {
        if let Some((key, typed)) = self.0.recent.get(&search) {
            self.update(key, &typed, |counts| counts.opened += 1);
        }
    }

    /// Popular queries with the prefix, most frequent first.
    pub fn popular(&self, language: Language, prefix: &str, limit: usize) -> Vec<String> {
        let Some(prefix) = storable_query(prefix).or_else(|| prefix.is_empty().then(String::new)) else {
            return Vec::new();
        };
        let popular = self.0.popular.read().unwrap_or_else(PoisonError::into_inner);
        let Some(queries) = popular.get(language.code()) else { return Vec::new() };
        let first = queries.partition_point(|query| query.query < prefix);
        let matches = queries[first..].iter().take_while(|query| query.query.starts_with(&prefix));
        let mut matches: Vec<_> = matches.collect();
        matches.sort_by_key(|query| std::cmp::Reverse(query.searches));
        matches.into_iter().take(limit).map(|query| query.typed.clone()).collect()
    }

    fn update(&self, key: Key, typed: &str, add: impl FnOnce(&mut Counts)) {
        let mut collected = self.0.collected.lock().unwrap_or_else(PoisonError::into_inner);
        if collected.len() < MAX_KEYS || collected.contains_key(&key) {
            let counts = collected.entry(key).or_default();
            typed.clone_into(&mut counts.typed);
            add(counts);
        }
    }

    fn take(&self) -> PendingCounts<'_> {
        let mut collected = self.0.collected.lock().unwrap_or_else(PoisonError::into_inner);
        PendingCounts { searches: self, counts: mem::take(&mut *collected) }
    }
}

/// Counts taken for writing; restored on drop unless they were cleared.
struct PendingCounts<'a> {
    searches: &'a Searches,
    counts: HashMap<Key, Counts>,
}

impl PendingCounts<'_> {
    fn rows(&self) -> Vec<SearchCounts> {
        let rows = self.counts.iter().map(|(key, counts)| SearchCounts {
            day: key.day,
            language: key.language.code(),
            query: key.query.clone(),
            typed: counts.typed.clone(),
            searches: counts.searches,
            empty: counts.empty,
            opened: counts.opened,
        });
        rows.collect()
    }
}

impl Drop for PendingCounts<'_> {
    fn drop(&mut self) {
        for (key, taken) in self.counts.drain() {
            self.searches.update(key, &taken.typed, |counts| {
                counts.searches += taken.searches;
                counts.empty += taken.empty;
                counts.opened += taken.opened;
            });
        }
    }
}

/// Calls [`write_searches`] periodically, and once when the process stops.
pub fn worker(app: &App) -> Worker {
    Worker::new("searches", WRITE_INTERVAL, app.clone(), run).run_on_stop(app.clone(), run)
}

async fn run(app: App) -> Result<Next> {
    write_searches(&app).await?;
    Ok(Next::AfterInterval)
}

/// Writes the counts, deletes old ones, and reloads the popular queries.
pub async fn write_searches(app: &App) -> Result<()> {
    let today = baku::day(app.clock.now());
    let mut pending = app.searches.take();
    let mut tx = app.pool.begin().await?;
    let rows = pending.rows();
    if !rows.is_empty() {
        db::search_counts::add(&mut tx, &rows).await?;
    }
    db::search_counts::delete_before(&mut tx, today - TimeDelta::days(KEEP_DAYS)).await?;
    let since = today - TimeDelta::days(POPULAR_DAYS);
    let rows = db::search_counts::popular(&mut tx, since, app.searches.0.min_count, MAX_POPULAR).await?;
    // Cleared before the commit, because the outcome of an interrupted commit is unknown: losing counts is better than
    // counting twice.
    pending.counts.clear();
    tx.commit().await?;
    let mut popular: HashMap<String, Vec<PopularQuery>> = HashMap::new();
    for row in rows {
        let (query, typed, searches) = (row.query, row.typed, row.searches);
        popular.entry(row.language).or_default().push(PopularQuery { query, typed, searches });
    }
    for queries in popular.values_mut() {
        queries.sort_by(|left, right| left.query.cmp(&right.query));
    }
    *app.searches.0.popular.write().unwrap_or_else(PoisonError::into_inner) = popular;
    Ok(())
}
