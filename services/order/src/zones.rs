//! Caches delivery zones for a second. A full slot may still look free; `db/slot.rs` decides when an order books it.

use std::{sync::Arc, time::Duration};

use kit::{Error, Result, db::warm_pool::WarmPool};
use moka::future::Cache;

use crate::db::zone::{self, ZoneQuery, ZoneWithSlots};

const TTL: Duration = Duration::from_secs(1);
const MAX_PLACES: u64 = 1_000;

#[derive(Clone)]
pub struct Zones {
    warm_pool: WarmPool,
    cached: Cache<ZoneQuery, Option<Arc<ZoneWithSlots>>>,
}

impl Zones {
    pub fn new(warm_pool: &WarmPool) -> Self {
        let cached = Cache::builder().max_capacity(MAX_PLACES).time_to_live(TTL).build();
        Self { warm_pool: warm_pool.clone(), cached }
    }

    /// Concurrent calls for one place share a query.
    pub async fn at(&self, place: ZoneQuery) -> Result<Option<Arc<ZoneWithSlots>>> {
        let zone_with_slots = self.cached.try_get_with(place, self.find(place)).await;
        zone_with_slots.map_err(|error| {
            Arc::try_unwrap(error).unwrap_or_else(|error| {
                Error::unavailable(anyhow::anyhow!("loading for several callers failed: {error:#}"))
            })
        })
    }

    pub fn forget(&self) {
        self.cached.invalidate_all();
    }

    async fn find(&self, place: ZoneQuery) -> Result<Option<Arc<ZoneWithSlots>>> {
        let mut connection = self.warm_pool.acquire().await?;
        let zone_with_slots = zone::find(&mut connection, place).await?;
        connection.release();
        Ok(zone_with_slots.map(Arc::new))
    }
}
