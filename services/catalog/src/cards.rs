//! Caches product cards. The current versions are always read from the database, so no cached card is out of date.

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

/// Versions are transaction ids, which repeat only after longer than this.
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

    /// In the order of `versions`, without products that were withdrawn in the meantime.
    pub async fn get(&self, language: Language, versions: &[CardVersion]) -> Result<Vec<CardRow>> {
        let now = Instant::now();
        let mut cards: HashMap<_, _> = versions
            .iter()
            .filter_map(|version| Some((version.product_id, self.cached(language, version, now)?)))
            .collect();

        let missing: Vec<_> =
            versions.iter().map(|version| version.product_id).filter(|product| !cards.contains_key(product)).collect();
        if !missing.is_empty() {
            for row in self.read(language, &missing).await? {
                cards.insert(row.product_id, row);
            }
        }

        Ok(versions
            .iter()
            .filter_map(|version| cards.get(&version.product_id).map(|row| CardRow::clone(row)))
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
