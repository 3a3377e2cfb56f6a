//! Caches one value for a second.

use std::{future::Future, sync::Arc, time::Duration};

use kit::{Error, Result};
use moka::future::Cache;

const TTL: Duration = Duration::from_secs(1);

pub struct Cached<T> {
    name: &'static str,
    cache: Cache<(), Arc<T>>,
}

// `derive(Clone)` would require `T: Clone`.
impl<T> Clone for Cached<T> {
    fn clone(&self) -> Self {
        Self { name: self.name, cache: self.cache.clone() }
    }
}

impl<T: Send + Sync + 'static> Cached<T> {
    pub fn new(name: &'static str) -> Self {
        Self { name, cache: Cache::builder().max_capacity(1).time_to_live(TTL).build() }
    }

    /// Concurrent calls share one read.
    pub async fn get(&self, read: impl Future<Output = Result<T>>) -> Result<Arc<T>> {
        if let Some(value) = self.cache.get(&()).await {
            return Ok(value);
        }
        // Boxed, because this rarely used future would enlarge every caller's.
        let value = Box::pin(self.cache.try_get_with((), async { read.await.map(Arc::new) })).await;
        value.map_err(|error| Error::unavailable(anyhow::anyhow!("the {} cannot be read: {error:#}", self.name)))
    }

    pub fn forget(&self) {
        self.cache.invalidate_all();
    }
}
