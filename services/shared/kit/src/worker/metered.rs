//! The metrics of a worker. They are registered at the start, so that `/metrics` lists a worker before its first run.

use std::time::Duration;

use metrics::{Counter, Gauge, Histogram};
use tokio::time::Instant;

use crate::{Clock, Result, telemetry::names};

pub struct Metered {
    runs: Counter,
    failures: Counter,
    last_success: Gauge,
    running: Gauge,
    duration: Histogram,
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
        };
        metered.runs.increment(0);
        metered.failures.increment(0);
        metered.last_success.set(0.0);
        metered.running.set(0.0);
        metered
    }

    /// Measures a run. One that is dropped before its end counts as started only.
    pub async fn measure<T>(&self, run: impl Future<Output = Result<T>>) -> Result<T> {
        let began = Instant::now();
        let running = Running::begin(&self.running);
        self.runs.increment(1);
        let outcome = run.await;
        drop(running);
        self.duration.record(began.elapsed().as_secs_f64());
        match &outcome {
            Ok(_) => self.last_success.set(Clock::system().now().timestamp() as f64),
            Err(_) => self.failures.increment(1),
        }
        outcome
    }
}

/// Sets the gauge to 1 until it is dropped, also when the run is dropped.
struct Running<'a>(&'a Gauge);

impl<'a> Running<'a> {
    fn begin(gauge: &'a Gauge) -> Self {
        gauge.set(1.0);
        Self(gauge)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.set(0.0);
    }
}
