//! A clock that stands still until a test advances it.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use kit::Clock;

#[derive(Debug, Clone)]
pub struct TestClock(Arc<Mutex<DateTime<Utc>>>);

impl TestClock {
    /// Begins on 21 September 2026.
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(DateTime::<Utc>::from_timestamp(1_790_000_000, 0).unwrap_or_default())))
    }

    pub fn clock(&self) -> Clock {
        let now = self.0.clone();
        Clock::from_fn(move || *now.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock().now()
    }

    pub fn advance(&self, by: TimeDelta) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }
}

impl Default for TestClock {
    fn default() -> Self {
        Self::new()
    }
}
