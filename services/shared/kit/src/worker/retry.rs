//! When a worker retries a single item (such as an order) that has failed. The delay doubles with each failure. After
//! `MAX_FAILURES` the item is parked: it is counted in the metrics and retried once a day.

use chrono::TimeDelta;

use crate::{Result, telemetry::names};

/// After this number of failures, an item is parked.
const MAX_FAILURES: i32 = 12;
/// The delay after the first failure.
const FIRST_DELAY: TimeDelta = TimeDelta::seconds(15);
/// The longest delay before an item is parked.
const MAX_DELAY: TimeDelta = TimeDelta::hours(1);
/// The delay of a parked item.
const PARKED_DELAY: TimeDelta = TimeDelta::days(1);

/// The decision about an item that has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// The delay before the next attempt.
    pub after: TimeDelta,
    pub is_parked: bool,
}

/// Returns when to retry an item after `failures` failures. Counts an item that becomes parked.
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

/// Calls `act` for each item, also after failures. Returns the last failure, if there was one.
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
