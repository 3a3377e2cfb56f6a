//! Repeats background jobs. A job handles due rows in a transaction; the rows of an interrupted run stay due.

mod metered;
mod retry;
mod status;

use std::{fmt, panic::AssertUnwindSafe, pin::Pin, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use futures::FutureExt as _;
use rand::Rng as _;
use tokio::{
    sync::{Mutex, Notify},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{Error, Result, telemetry::names};

use metered::Metered;
pub use retry::{Retry, for_each, retry};
pub use status::{WorkerStatus, statuses};

const DEFAULT_LIMIT: Duration = Duration::from_mins(1);
/// Doubles up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// A worker must not spin on a row that is due only by another replica's clock.
const MIN_PAUSE: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Now,
    AfterInterval,
    /// Runs no later than after the interval.
    After(Duration),
}

impl Next {
    pub fn now_if(has_more: bool) -> Self {
        if has_more { Self::Now } else { Self::AfterInterval }
    }

    pub fn at(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        due.map_or(Self::AfterInterval, |at| Self::After((at - now).to_std().unwrap_or_default().max(MIN_PAUSE)))
    }
}

#[async_trait::async_trait]
pub trait Leadership: Send {
    /// Returns `false` while another process has the leadership.
    async fn hold(&mut self) -> Result<bool>;
}

type Run = Pin<Box<dyn Future<Output = Result<Next>> + Send>>;
type Job = Box<dyn Fn() -> Run + Send + Sync>;

pub struct Worker {
    name: &'static str,
    interval: Duration,
    limit: Duration,
    notification: Option<Notification>,
    leadership: Option<Mutex<Box<dyn Leadership>>>,
    is_aborted_on_stop: bool,
    job: Job,
    on_stop: Option<Job>,
}

struct Notification {
    notifier: Arc<Notify>,
    /// One run handles all notifications within this time.
    delay: Duration,
}

impl Worker {
    pub fn new<S, F>(
        name: &'static str,
        interval: Duration,
        state: S,
        job: impl Fn(S) -> F + Send + Sync + 'static,
    ) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Result<Next>> + Send + 'static,
    {
        Self {
            name,
            interval,
            limit: DEFAULT_LIMIT,
            notification: None,
            leadership: None,
            is_aborted_on_stop: false,
            job: into_job(state, job),
            on_stop: None,
        }
    }

    /// The limit is one minute by default.
    #[must_use]
    pub fn with_timeout(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// The interval remains as a fallback for rows of other processes.
    #[must_use]
    pub fn notified_by(self, notifier: Arc<Notify>) -> Self {
        self.notified_after(notifier, Duration::ZERO)
    }

    /// One run handles all notifications within `delay`.
    #[must_use]
    pub fn notified_after(self, notifier: Arc<Notify>, delay: Duration) -> Self {
        Self { notification: Some(Notification { notifier, delay }), ..self }
    }

    #[must_use]
    pub fn led_by(self, leadership: impl Leadership + 'static) -> Self {
        Self { leadership: Some(Mutex::new(Box::new(leadership))), ..self }
    }

    /// A stop need not wait for runs that take minutes.
    #[must_use]
    pub fn abort_on_stop(self) -> Self {
        Self { is_aborted_on_stop: true, ..self }
    }

    #[must_use]
    pub fn run_on_stop<S, F>(self, state: S, job: impl Fn(S) -> F + Send + Sync + 'static) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Result<Next>> + Send + 'static,
    {
        Self { on_stop: Some(into_job(state, job)), ..self }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Never fails: a failed run is repeated after a pause.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        let metered = Metered::register(self.name, self.interval, self.limit);
        let mut failures = 0;
        while !stop.is_cancelled() {
            match self.lead_and_run(&metered, &stop).await {
                Ok(next) => {
                    failures = 0;
                    self.wait(next, &stop).await;
                }
                Err(error) => {
                    failures += 1;
                    let pause = backoff(failures);
                    self.log_failure(error, pause);
                    stop.run_until_cancelled(sleep(pause)).await;
                }
            }
        }
        if let Some(job) = &self.on_stop
            && let Err(error) = metered.measure(run_guarded(job, self.limit)).await
        {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::error!(error, worker = self.name, "The last run of worker {} failed", self.name);
        }
        Ok(())
    }

    /// Ignores leadership and pauses.
    pub async fn run_once(&self) -> Result<Next> {
        let span = tracing::info_span!(
            names::WORKER_RUN_SPAN,
            otel.name = format!("worker {}", self.name),
            worker = self.name
        );
        run_guarded(&self.job, self.limit).instrument(span).await
    }

    async fn lead_and_run(&self, metered: &Metered, stop: &CancellationToken) -> Result<Next> {
        if let Some(leadership) = &self.leadership
            && !leadership.lock().await.hold().await?
        {
            return Ok(Next::AfterInterval);
        }
        let run = metered.measure(self.run_once());
        if !self.is_aborted_on_stop {
            return run.await;
        }
        stop.run_until_cancelled(run).await.unwrap_or(Ok(Next::AfterInterval))
    }

    async fn wait(&self, next: Next, stop: &CancellationToken) {
        let pause = match next {
            Next::Now => return,
            Next::AfterInterval => self.interval,
            Next::After(pause) => pause.min(self.interval),
        };
        let notified = async {
            match &self.notification {
                Some(Notification { notifier, delay }) => {
                    notifier.notified().await;
                    sleep(*delay).await;
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            () = notified => {}
            () = sleep(pause) => {}
        }
    }

    fn log_failure(&self, error: Error, pause: Duration) {
        let error = format!("{:#}", anyhow::Error::from(error));
        let (name, seconds) = (self.name, pause.as_secs_f64());
        tracing::warn!(error, worker = name, "Worker {name} failed; retrying in {seconds:.1} s");
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("name", &self.name).field("interval", &self.interval).finish_non_exhaustive()
    }
}

fn into_job<S, F>(state: S, job: impl Fn(S) -> F + Send + Sync + 'static) -> Job
where
    S: Clone + Send + Sync + 'static,
    F: Future<Output = Result<Next>> + Send + 'static,
{
    Box::new(move || -> Run { Box::pin(job(state.clone())) })
}

/// A panic must not stop the process, which would fail at the same row after its restart.
async fn run_guarded(job: &Job, limit: Duration) -> Result<Next> {
    let run = AssertUnwindSafe(async { job().await }).catch_unwind();
    match timeout(limit, run).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Err(Error::Internal(anyhow::anyhow!("the run panicked"))),
        Err(_) => Err(Error::Internal(anyhow::anyhow!("the run took longer than {limit:?}"))),
    }
}

/// Random, so that replicas do not retry in step.
fn backoff(failures: u32) -> Duration {
    let longest = FIRST_PAUSE.saturating_mul(1 << failures.saturating_sub(1).min(10)).min(MAX_PAUSE);
    longest.mul_f64(rand::thread_rng().gen_range(0.5..=1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_doubles_up_to_30_seconds_with_jitter() {
        for (failures, longest_seconds) in [(1, 0.5), (2, 1.0), (4, 4.0), (7, 30.0), (1_000, 30.0)] {
            let pauses: Vec<Duration> = (0..50).map(|_| backoff(failures)).collect();
            let expected = longest_seconds / 2.0..=longest_seconds;
            assert!(pauses.iter().all(|pause| expected.contains(&pause.as_secs_f64())), "{failures}: {pauses:?}");
            assert!(pauses.iter().any(|pause| *pause != pauses[0]), "{failures}");
        }
    }
}
