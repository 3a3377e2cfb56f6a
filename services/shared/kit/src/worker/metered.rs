//! Measures the runs of workers. Registers the metrics at the start, so that `/metrics` lists a worker before its first
//! run.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use metrics::{Counter, Gauge, Histogram};
use tokio::time::Instant;

use super::status::{self, WorkerStatus, lock};
use crate::{Clock, Result, telemetry::names};

pub struct Metered {
    runs: Counter,
    failures: Counter,
    last_success: Gauge,
    running: Gauge,
    duration: Histogram,
    status: Arc<Mutex<WorkerStatus>>,
}

impl Metered {
    pub fn register(name: &'static str, interval: Duration, limit: Duration) -> Self {
        metrics::gauge!(names::WORKER_INTERVAL, "worker" => name).set(interval.as_secs_f64());
        metrics::gauge!(names::WORKER_LIMIT, "worker" => name).set(limit.as_secs_f64());
        let metered = Self {
            runs: metrics::counter!(names::WORKER_RUNS, "worker" => name),
            failures: metrics::counter!(names::WORKER_FAILURES, "worker" => name),
            last_success: metrics::gauge!(names::WORKER_LAST_SUCCESS, "worker" => name),
            running: metrics::gauge!(names::WORKER_RUNNING, "worker" => name),
            duration: metrics::histogram!(names::WORKER_RUN_DURATION, "worker" => name),
            status: status::register(name, interval, limit),
        };
        metered.runs.increment(0);
        metered.failures.increment(0);
        metered.last_success.set(0.0);
        metered.running.set(0.0);
        metered
    }

    /// A dropped run counts as started, but not as a success or failure.
    pub async fn measure<T>(&self, run: impl Future<Output = Result<T>>) -> Result<T> {
        let began = Instant::now();
        let running = Running::begin(self);
        self.runs.increment(1);
        let outcome = run.await;
        drop(running);
        self.duration.record(began.elapsed().as_secs_f64());
        let mut status = lock(&self.status);
        status.is_failing = outcome.is_err();
        if outcome.is_ok() {
            let now = Clock::system().now();
            self.last_success.set(now.timestamp() as f64);
            status.last_success = Some(now);
        } else {
            self.failures.increment(1);
            status.failures += 1;
        }
        drop(status);
        outcome
    }
}

/// Ends when it is dropped, which includes a dropped run.
struct Running<'a>(&'a Metered);

impl<'a> Running<'a> {
    fn begin(metered: &'a Metered) -> Self {
        metered.running.set(1.0);
        let mut status = lock(&metered.status);
        status.runs += 1;
        status.running_since = Some(Clock::system().now());
        Self(metered)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.set(0.0);
        lock(&self.0.status).running_since = None;
    }
}
