//! Cards as they were read before, each with the version of its product. What stands on a page, and in which version, the database
//! is asked every time; a card is read when it is not known in that version. So nobody is shown an older card than the database
//! has, and most of what a page consists of is neither sent nor decoded again.

use std::{collections::HashMap, sync::Arc, time::Duration};

use kit::{Language, Result, db::lend::Lender};
use moka::sync::Cache;

use crate::db::{
    card::{self, Row},
    standing::Standing,
};

/// The numbers of transactions, which versions are, come round after four thousand million: not within this.
const REMEMBERED: Duration = Duration::from_hours(1);
/// What is asked for least is forgotten first.
const MOST: u64 = 50_000;

#[derive(Clone)]
pub struct Cards {
    lender: Lender,
    remembered: Cache<(i64, Language), Arc<Row>>,
}

impl Cards {
    pub fn new(lender: &Lender) -> Self {
        let remembered = Cache::builder().max_capacity(MOST).time_to_live(REMEMBERED).build();
        Self { lender: lender.clone(), remembered }
    }

    /// In the order in which they stand; without what was withdrawn just now.
    pub async fn of(&self, language: Language, standing: &[Standing]) -> Result<Vec<Row>> {
        let mut known: HashMap<_, _> =
            standing.iter().filter_map(|stand| Some((stand.product_id, self.known(language, stand)?))).collect();
        let unknown = standing.iter().map(|stand| stand.product_id).filter(|product| !known.contains_key(product));
        let unknown: Vec<_> = unknown.collect();
        if !unknown.is_empty() {
            for row in self.read(language, &unknown).await? {
                known.insert(row.product_id, row);
            }
        }
        Ok(standing.iter().filter_map(|stand| known.get(&stand.product_id).map(|row| Row::clone(row))).collect())
    }

    fn known(&self, language: Language, stand: &Standing) -> Option<Arc<Row>> {
        self.remembered.get(&(stand.product_id, language)).filter(|row| row.version == stand.version)
    }

    async fn read(&self, language: Language, products: &[i64]) -> Result<Vec<Arc<Row>>> {
        let mut connection = self.lender.lend().await?;
        let rows = card::of(&mut connection, language, products).await?;
        connection.done();
        let rows = rows.into_iter().map(Arc::new).inspect(|row| {
            self.remembered.insert((row.product_id, language), row.clone());
        });
        Ok(rows.collect())
    }
}
