//! A value of the database as it was a moment ago, for rules that every order needs and that change a few times a year.

use std::{future::Future, sync::Arc, time::Duration};

use kit::{Error, Result};
use moka::future::Cache;

const TTL: Duration = Duration::from_secs(1);

pub struct Remembered<T> {
    /// Names the value in errors.
    what: &'static str,
    cache: Cache<(), Arc<T>>,
}

// Derived, it would ask that the value can be cloned.
impl<T> Clone for Remembered<T> {
    fn clone(&self) -> Self {
        Self { what: self.what, cache: self.cache.clone() }
    }
}

impl<T: Send + Sync + 'static> Remembered<T> {
    pub fn new(what: &'static str) -> Self {
        Self { what, cache: Cache::builder().max_capacity(1).time_to_live(TTL).build() }
    }

    /// Returns the value, read by `read` when it is not remembered; requests at the same moment share one reading.
    pub async fn get(&self, read: impl Future<Output = Result<T>>) -> Result<Arc<T>> {
        if let Some(value) = self.cache.get(&()).await {
            return Ok(value);
        }
        // On the heap: a reading is rare, and would enlarge the future of everything that asks for the value.
        let value = Box::pin(self.cache.try_get_with((), async { read.await.map(Arc::new) })).await;
        value.map_err(|error| Error::unavailable(anyhow::anyhow!("the {} cannot be read: {error:#}", self.what)))
    }

    /// Reads it anew the next time: it has changed.
    pub fn forget(&self) {
        self.cache.invalidate_all();
    }
}
