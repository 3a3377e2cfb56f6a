//! When a worker retries an item that has failed. After `MAX_FAILURES`, the item is parked: retried once a day.

use chrono::TimeDelta;

use crate::{Result, telemetry::names};

const MAX_FAILURES: i32 = 12;
/// Doubles with each failure.
const FIRST_DELAY: TimeDelta = TimeDelta::seconds(15);
const MAX_DELAY: TimeDelta = TimeDelta::hours(1);
const PARKED_DELAY: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    pub after: TimeDelta,
    pub is_parked: bool,
}

/// Counts an item that becomes parked.
pub fn retry(worker: &'static str, failures: i32) -> Retry {
    if failures < MAX_FAILURES {
        let doubled = FIRST_DELAY * (1 << failures.clamp(1, 16).saturating_sub(1));
        return Retry { after: doubled.min(MAX_DELAY), is_parked: false };
    }
    if failures == MAX_FAILURES {
        metrics::counter!(names::WORKER_PARKED, "worker" => worker).increment(1);
    }
    Retry { after: PARKED_DELAY, is_parked: true }
}

/// Goes on after a failure, and returns the last one.
pub async fn for_each<T, F>(items: impl IntoIterator<Item = T>, act: impl Fn(T) -> F) -> Result<()>
where
    F: Future<Output = Result<()>>,
{
    let mut outcome = Ok(());
    for item in items {
        if let Err(error) = act(item).await {
            outcome = Err(error);
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_delays_double_until_the_item_is_parked() {
        let seconds: Vec<i64> = (1..=13).map(|failures| retry("test", failures).after.num_seconds()).collect();
        assert_eq!(seconds, [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 86_400, 86_400]);
        assert!(!retry("test", 11).is_parked);
        assert!(retry("test", 12).is_parked);
    }
}
