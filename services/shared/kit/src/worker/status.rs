//! The state of the workers of this process, which the back office shows. It is global: tests that run several services
//! in one process see the workers of all.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};

static WORKERS: Mutex<BTreeMap<&'static str, Arc<Mutex<WorkerStatus>>>> = Mutex::new(BTreeMap::new());

/// The state of a worker since the process started.
#[derive(Debug, Clone)]
pub struct WorkerStatus {
    pub name: &'static str,
    /// Pause between two runs while idle.
    pub interval: Duration,
    /// Time limit of a run.
    pub limit: Duration,
    pub runs: u64,
    /// Runs that failed, panicked or timed out.
    pub failures: u64,
    /// Whether the last completed run failed.
    pub is_failing: bool,
    pub last_success: Option<DateTime<Utc>>,
    /// The start of the current run.
    pub running_since: Option<DateTime<Utc>>,
}

/// Returns the workers of this process by name.
pub fn statuses() -> Vec<WorkerStatus> {
    lock(&WORKERS).values().map(|status| lock(status).clone()).collect()
}

/// Registers a worker that has not run yet. Returns its state, which the worker updates.
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

/// Locks a mutex, also after a panic of its former holder.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
