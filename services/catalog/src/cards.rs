//! Cache of product cards by product version. The current versions of a page are always read, so cards are never stale,
//! and most of a page is not transferred again.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use kit::{Language, Result, db::warm_pool::WarmPool};
use quick_cache::sync::Cache;

use crate::db::{
    card::{self, CardRow},
    card_version::CardVersion,
};

/// How long a card is kept. Versions are transaction ids. They wrap around after 4 billion transactions, which takes
/// longer than this time.
const MAX_AGE: Duration = Duration::from_hours(1);
const MAX_CARDS: usize = 50_000;

#[derive(Clone)]
pub struct Cards {
    warm_pool: WarmPool,
    cache: Arc<Cache<(i64, Language), CachedCard>>,
}

#[derive(Clone)]
struct CachedCard {
    row: Arc<CardRow>,
    read_at: Instant,
}

impl Cards {
    pub fn new(warm_pool: &WarmPool) -> Self {
        Self { warm_pool: warm_pool.clone(), cache: Arc::new(Cache::new(MAX_CARDS)) }
    }

    /// Returns cards in the order of `versions`, without products that were withdrawn in the meantime.
    pub async fn get(&self, language: Language, versions: &[CardVersion]) -> Result<Vec<CardRow>> {
        let now = Instant::now();
        let cached =
            versions.iter().filter_map(|version| Some((version.product_id, self.cached(language, version, now)?)));
        let mut cached: HashMap<_, _> = cached.collect();
        let missing = versions.iter().map(|version| version.product_id).filter(|product| !cached.contains_key(product));
        let missing: Vec<_> = missing.collect();
        if !missing.is_empty() {
            for row in self.read(language, &missing).await? {
                cached.insert(row.product_id, row);
            }
        }
        Ok(versions
            .iter()
            .filter_map(|version| cached.get(&version.product_id).map(|row| CardRow::clone(row)))
            .collect())
    }

    fn cached(&self, language: Language, version: &CardVersion, now: Instant) -> Option<Arc<CardRow>> {
        let CachedCard { row, read_at } = self.cache.get(&(version.product_id, language))?;
        (row.version == version.version && now.duration_since(read_at) < MAX_AGE).then_some(row)
    }

    async fn read(&self, language: Language, products: &[i64]) -> Result<Vec<Arc<CardRow>>> {
        let mut connection = self.warm_pool.acquire().await?;
        let rows = card::for_products(&mut connection, language, products).await?;
        connection.release();
        let read_at = Instant::now();
        let rows = rows.into_iter().map(Arc::new).inspect(|row| {
            self.cache.insert((row.product_id, language), CachedCard { row: row.clone(), read_at });
        });
        Ok(rows.collect())
    }
}
