//! Zones as they were a moment ago. Every look at a checkout and every order needs one, and most live in the same few; what they
//! cost and when they are served changes a few times a year, and which slots are full is decided by who books them
//! (`db/slot.rs`), however long ago somebody was told that one is free.

use std::{sync::Arc, time::Duration};

use kit::{Error, Result, db::lend::Lender};
use moka::future::Cache;

use crate::db::zone::{self, Here, Where};

const REMEMBERED: Duration = Duration::from_secs(1);
/// More than there are places.
const MOST: u64 = 1_000;

#[derive(Clone)]
pub struct Zones {
    lender: Lender,
    remembered: Cache<Where, Option<Arc<Here>>>,
}

impl Zones {
    pub fn new(lender: &Lender) -> Self {
        let remembered = Cache::builder().max_capacity(MOST).time_to_live(REMEMBERED).build();
        Self { lender: lender.clone(), remembered }
    }

    /// Those who ask for the same at the same moment ask once.
    pub async fn at(&self, place: Where) -> Result<Option<Arc<Here>>> {
        let here = self.remembered.try_get_with(place, self.find(place)).await;
        here.map_err(|error| {
            Arc::try_unwrap(error)
                .unwrap_or_else(|error| Error::unavailable(anyhow::anyhow!("asked by several: {error:#}")))
        })
    }

    /// Somebody found a slot full: who looks next is not told that it is free.
    pub fn forget(&self) {
        self.remembered.invalidate_all();
    }

    async fn find(&self, place: Where) -> Result<Option<Arc<Here>>> {
        let mut connection = self.lender.lend().await?;
        let here = zone::find(&mut connection, place).await?;
        connection.done();
        Ok(here.map(Arc::new))
    }
}
