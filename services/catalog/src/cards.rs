//! Cache of product cards by product version. For every page the database is asked for the current versions; a card is
//! read only if its version is not cached. A card is therefore never staler than the database, and most of a page is
//! neither transferred nor decoded again.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use kit::{Language, Result, db::lend::Lender};
use quick_cache::sync::Cache;

use crate::db::{
    card::{self, Row},
    standing::Standing,
};

/// Maximum age of a cached card. Versions are transaction ids, which wrap around after 4 billion transactions: not
/// within an hour.
const REMEMBERED: Duration = Duration::from_hours(1);
/// Maximum number of cached cards.
const MOST: usize = 50_000;

#[derive(Clone)]
pub struct Cards {
    lender: Lender,
    remembered: Arc<Cache<(i64, Language), Card>>,
}

#[derive(Clone)]
struct Card {
    row: Arc<Row>,
    read_at: Instant,
}

impl Cards {
    pub fn new(lender: &Lender) -> Self {
        Self { lender: lender.clone(), remembered: Arc::new(Cache::new(MOST)) }
    }

    /// Returns the cards in the given order, without products that were withdrawn since.
    pub async fn of(&self, language: Language, standing: &[Standing]) -> Result<Vec<Row>> {
        let now = Instant::now();
        let known = standing.iter().filter_map(|stand| Some((stand.product_id, self.known(language, stand, now)?)));
        let mut known: HashMap<_, _> = known.collect();
        let unknown = standing.iter().map(|stand| stand.product_id).filter(|product| !known.contains_key(product));
        let unknown: Vec<_> = unknown.collect();
        if !unknown.is_empty() {
            for row in self.read(language, &unknown).await? {
                known.insert(row.product_id, row);
            }
        }
        Ok(standing.iter().filter_map(|stand| known.get(&stand.product_id).map(|row| Row::clone(row))).collect())
    }

    fn known(&self, language: Language, stand: &Standing, now: Instant) -> Option<Arc<Row>> {
        let Card { row, read_at } = self.remembered.get(&(stand.product_id, language))?;
        (row.version == stand.version && now.duration_since(read_at) < REMEMBERED).then_some(row)
    }

    async fn read(&self, language: Language, products: &[i64]) -> Result<Vec<Arc<Row>>> {
        let mut connection = self.lender.lend().await?;
        let rows = card::of(&mut connection, language, products).await?;
        connection.done();
        let read_at = Instant::now();
        let rows = rows.into_iter().map(Arc::new).inspect(|row| {
            self.remembered.insert((row.product_id, language), Card { row: row.clone(), read_at });
        });
        Ok(rows.collect())
    }
}
