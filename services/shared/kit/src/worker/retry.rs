//! Failures of single items. One item that cannot be done does not keep the others from their turn, and after some failures it
//! is parked: out of the way, in the metrics, and tried once a day.

use chrono::TimeDelta;

use crate::{Result, telemetry::names};

/// Failures after which an item is parked.
const MOST_FAILURES: i32 = 12;
/// Pause after the first failure; it doubles with each further one.
const FIRST: TimeDelta = TimeDelta::seconds(15);
const LONGEST: TimeDelta = TimeDelta::hours(1);
/// Pause of a parked item.
const PARKED_FOR: TimeDelta = TimeDelta::days(1);

/// When an item that failed is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    pub after: TimeDelta,
    pub is_parked: bool,
}

/// Decides when an item that now failed `failures` times is due again, and counts it when it is parked.
pub fn retry(worker: &'static str, failures: i32) -> Retry {
    if failures < MOST_FAILURES {
        let doubled = FIRST * (1 << failures.clamp(1, 16).saturating_sub(1));
        return Retry { after: doubled.min(LONGEST), is_parked: false };
    }
    if failures == MOST_FAILURES {
        metrics::counter!(names::WORKER_PARKED, "worker" => worker).increment(1);
    }
    Retry { after: PARKED_FOR, is_parked: true }
}

/// Runs `act` with each item, one after the other, also after failures; returns the last failure.
pub async fn each<T, F>(items: impl IntoIterator<Item = T>, act: impl Fn(T) -> F) -> Result<()>
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
    fn an_item_is_tried_less_and_less_often_and_parked_at_last() {
        let seconds: Vec<i64> = (1..=13).map(|failures| retry("test", failures).after.num_seconds()).collect();
        assert_eq!(seconds, [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 86_400, 86_400]);
        assert!(!retry("test", 11).is_parked && retry("test", 12).is_parked);
    }
}
