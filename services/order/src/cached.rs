//! Caches one value for a second. Used for rules that every order needs and that rarely change.

use std::{future::Future, sync::Arc, time::Duration};

use kit::{Error, Result};
use moka::future::Cache;

/// How long the value is kept.
const TTL: Duration = Duration::from_secs(1);

/// A cached value.
pub struct Cached<T> {
    /// Names the value in errors.
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

    /// Returns the cached value, or else the result of `read`. Concurrent calls share one read.
    pub async fn get(&self, read: impl Future<Output = Result<T>>) -> Result<Arc<T>> {
        if let Some(value) = self.cache.get(&()).await {
            return Ok(value);
        }
        // The future is boxed, because it is rarely used and would enlarge the future of every caller.
        let value = Box::pin(self.cache.try_get_with((), async { read.await.map(Arc::new) })).await;
        value.map_err(|error| Error::unavailable(anyhow::anyhow!("the {} cannot be read: {error:#}", self.name)))
    }

    /// Drops the cached value after a change.
    pub fn forget(&self) {
        self.cache.invalidate_all();
    }
}
