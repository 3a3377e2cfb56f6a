//! Searches since the last write, and the popular queries, in memory.

use std::{
    collections::{HashMap, HashSet},
    mem,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};

use chrono::NaiveDate;
use kit::{Language, Result, keyed::KeyedHasher};
use moka::sync::Cache;

use crate::{
    App,
    db::{
        search_counts::SearchCounts,
        search_visit::{PopularQuery as PopularRow, SearchVisit},
    },
    domain::{search_text::storable_query, search_visitor::SearchVisitor},
};

/// Queries that are counted between two writes.
const MAX_QUERIES: usize = 20_000;
/// Visits that are collected between two writes.
const MAX_VISITS: usize = 50_000;
const MAX_RECENT_SEARCHES: u64 = 20_000;
/// How long an opened product is attributed to a search.
const RECENT_FOR: Duration = Duration::from_mins(10);

/// The first page of a search without filters.
pub struct NewSearch<'a> {
    pub language: Language,
    pub typed: &'a str,
    pub found_nothing: bool,
    pub account: Option<i64>,
    /// `None` for calls that bypass the gateway; they count as no visitor.
    pub address: Option<IpAddr>,
}

#[derive(Clone)]
pub struct Searches(Arc<Inner>);

struct Inner {
    collected: Mutex<Collected>,
    /// Recent searches by number, with the typed text.
    recent: Cache<u64, (QueryKey, String)>,
    /// Read after each write. By language code, sorted by query.
    popular: RwLock<HashMap<String, Vec<PopularQuery>>>,
    min_visitors: i64,
    hasher: KeyedHasher,
}

#[derive(Default)]
struct Collected {
    counts: HashMap<QueryKey, Counts>,
    visits: HashSet<SearchVisit>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct QueryKey {
    day: NaiveDate,
    language: Language,
    /// Folded: without case and accents.
    query: String,
}

#[derive(Debug, Clone, Default)]
struct Counts {
    /// As last typed.
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
    visitors: i64,
}

impl Searches {
    pub fn new(min_visitors: i64, secret: &[u8; 32]) -> anyhow::Result<Self> {
        let recent = Cache::builder().max_capacity(MAX_RECENT_SEARCHES).time_to_live(RECENT_FOR).build();
        let hasher = KeyedHasher::new(secret, "sovqat.catalog.keyed.v1")?;
        let (collected, popular) = (Mutex::default(), RwLock::default());
        Ok(Self(Arc::new(Inner { collected, recent, popular, min_visitors, hasher })))
    }

    /// Returns a random number for [`Self::record_opened`], or `None` if the text must not be stored.
    pub fn record(&self, day: NaiveDate, search: &NewSearch<'_>) -> Option<u64> {
        let key = QueryKey { day, language: search.language, query: storable_query(search.typed)? };
        let typed = search.typed.split_whitespace().collect::<Vec<_>>().join(" ");
        self.update(key.clone(), &typed, |counts| {
            counts.searches += 1;
            counts.empty += i64::from(search.found_nothing);
        });
        if let Some(address) = search.address.filter(|_| !search.found_nothing) {
            let visitor = SearchVisitor::new(&self.0.hasher, &key.query, search.account, address);
            self.add_visit(SearchVisit { language: key.language.code(), query: key.query.clone(), visitor, day });
        }

        let number = rand::random();
        self.0.recent.insert(number, (key, typed));
        Some(number)
    }

    /// Ignores a search that is too old.
    pub fn record_opened(&self, search: u64) {
        if let Some((key, typed)) = self.0.recent.get(&search) {
            self.update(key, &typed, |counts| counts.opened += 1);
        }
    }

    /// Returns folded queries, most frequent first.
    pub(super) fn popular(&self, language: Language, prefix: &str, limit: usize) -> Vec<String> {
        // An empty prefix matches every query; another text that must not be stored matches none.
        let Some(prefix) = storable_query(prefix).or_else(|| prefix.is_empty().then(String::new)) else {
            return Vec::new();
        };
        let popular = self.0.popular.read().unwrap_or_else(PoisonError::into_inner);
        let Some(queries) = popular.get(language.code()) else { return Vec::new() };

        let first = queries.partition_point(|popular| popular.query < prefix);
        let with_prefix = queries[first..].iter().take_while(|popular| popular.query.starts_with(&prefix));
        let mut matches: Vec<_> = with_prefix.collect();
        matches.sort_by_key(|popular| std::cmp::Reverse(popular.visitors));
        matches.into_iter().take(limit).map(|popular| popular.query.clone()).collect()
    }

    pub(super) fn min_visitors(&self) -> i64 {
        self.0.min_visitors
    }

    pub(super) fn set_popular(&self, rows: Vec<PopularRow>) {
        let mut popular: HashMap<String, Vec<PopularQuery>> = HashMap::new();
        for row in rows {
            let (query, visitors) = (row.query, row.visitors);
            popular.entry(row.language).or_default().push(PopularQuery { query, visitors });
        }
        for queries in popular.values_mut() {
            queries.sort_by(|left, right| left.query.cmp(&right.query));
        }
        *self.0.popular.write().unwrap_or_else(PoisonError::into_inner) = popular;
    }

    fn add_visit(&self, visit: SearchVisit) {
        let mut collected = self.0.collected.lock().unwrap_or_else(PoisonError::into_inner);
        if collected.visits.len() < MAX_VISITS {
            collected.visits.insert(visit);
        }
    }

    /// Ignores new keys when there are too many.
    fn update(&self, key: QueryKey, typed: &str, add: impl FnOnce(&mut Counts)) {
        let counts = &mut self.0.collected.lock().unwrap_or_else(PoisonError::into_inner).counts;
        if counts.len() < MAX_QUERIES || counts.contains_key(&key) {
            let counts = counts.entry(key).or_default();
            typed.clone_into(&mut counts.typed);
            add(counts);
        }
    }

    pub(super) fn take(&self) -> PendingCounts<'_> {
        let mut collected = self.0.collected.lock().unwrap_or_else(PoisonError::into_inner);
        PendingCounts { searches: self, collected: mem::take(&mut *collected) }
    }
}

/// Counts that are being written. Dropping them restores the counts, unless they were cleared.
pub struct PendingCounts<'a> {
    searches: &'a Searches,
    collected: Collected,
}

impl PendingCounts<'_> {
    pub fn rows(&self) -> Vec<SearchCounts> {
        let rows = self.collected.counts.iter().map(|(key, counts)| SearchCounts {
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

    /// Texts that the catalogue cannot spell are never suggested, so their visits are not stored.
    pub async fn visits(&self, app: &App) -> Result<Vec<SearchVisit>> {
        let visits = &self.collected.visits;
        if visits.is_empty() {
            return Ok(Vec::new());
        }
        let texts: HashSet<&String> = visits.iter().map(|visit| &visit.query).collect();
        let texts: Vec<String> = texts.into_iter().cloned().collect();

        let spellings = app.search.spellings(texts.clone()).await?;
        let spelled: HashSet<String> =
            texts.into_iter().zip(spellings).filter_map(|(text, spelling)| spelling.map(|_| text)).collect();
        Ok(visits.iter().filter(|visit| spelled.contains(&visit.query)).cloned().collect())
    }

    pub fn clear(&mut self) {
        self.collected = Collected::default();
    }
}

impl Drop for PendingCounts<'_> {
    fn drop(&mut self) {
        for visit in self.collected.visits.drain() {
            self.searches.add_visit(visit);
        }
        for (key, taken) in self.collected.counts.drain() {
            self.searches.update(key, &taken.typed, |counts| {
                counts.searches += taken.searches;
                counts.empty += taken.empty;
                counts.opened += taken.opened;
            });
        }
    }
}
