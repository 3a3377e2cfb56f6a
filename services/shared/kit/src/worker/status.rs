//! The state of the workers of this process. Tests that run several services in one process see the workers of all.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};

static WORKERS: Mutex<BTreeMap<&'static str, Arc<Mutex<WorkerStatus>>>> = Mutex::new(BTreeMap::new());

#[derive(Debug, Clone)]
pub struct WorkerStatus {
    pub name: &'static str,
    pub interval: Duration,
    pub limit: Duration,
    pub runs: u64,
    /// Includes panics and timeouts.
    pub failures: u64,
    /// Whether the last completed run failed.
    pub is_failing: bool,
    pub last_success: Option<DateTime<Utc>>,
    pub running_since: Option<DateTime<Utc>>,
}

pub fn statuses() -> Vec<WorkerStatus> {
    lock(&WORKERS).values().map(|status| lock(status).clone()).collect()
}

pub(super) fn register(name: &'static str, interval: Duration, limit: Duration) -> Arc<Mutex<WorkerStatus>> {
    let status = WorkerStatus {
        name,
        interval,
        limit,
        runs: 0,
        failures: 0,
        is_failing: false,
        last_success: None,
        running_since: None,
    };
    let status = Arc::new(Mutex::new(status));
    lock(&WORKERS).insert(name, status.clone());
    status
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
