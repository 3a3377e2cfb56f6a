//! The verdict of a response from IndexNow, and the delay before a retry.

use chrono::TimeDelta;

/// The delay after the first failure. It doubles with each further one.
const MIN_DELAY: TimeDelta = TimeDelta::minutes(1);
const MAX_DELAY: TimeDelta = TimeDelta::hours(1);
/// The longest delay that a response can request.
const MAX_REQUESTED_DELAY: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Accepted,
    Rejected,
    RetryLater,
}

impl Verdict {
    pub fn from_status(status: u16) -> Self {
        match status {
            200..=299 => Self::Accepted,
            408 | 425 | 429 | 500..=599 => Self::RetryLater,
            _ => Self::Rejected,
        }
    }
}

/// `failures` counts earlier ones in a row; `requested` is the `Retry-After` of the response.
pub fn delay(failures: i32, requested: Option<TimeDelta>) -> TimeDelta {
    // Prevents an overflow.
    let doublings = failures.clamp(0, 10);
    let backoff = (MIN_DELAY * 2_i32.pow(doublings.unsigned_abs())).min(MAX_DELAY);
    requested.map_or(backoff, |requested| backoff.max(requested.min(MAX_REQUESTED_DELAY)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_errors_are_not_retried() {
        for (status, verdict) in [
            (200, Verdict::Accepted),
            (202, Verdict::Accepted),
            (308, Verdict::Rejected),
            (400, Verdict::Rejected),
            (403, Verdict::Rejected),
            (422, Verdict::Rejected),
            (429, Verdict::RetryLater),
            (500, Verdict::RetryLater),
            (503, Verdict::RetryLater),
        ] {
            assert_eq!(Verdict::from_status(status), verdict, "{status}");
        }
    }

    #[test]
    fn delay_doubles_from_a_minute_to_an_hour() {
        let minutes = [0, 1, 2, 5, 6, 7, i32::MAX].map(|failures| delay(failures, None).num_minutes());
        assert_eq!(minutes, [1, 2, 4, 32, 60, 60, 60]);
        assert_eq!(delay(0, Some(TimeDelta::minutes(7))).num_minutes(), 7);
        assert_eq!(delay(3, Some(TimeDelta::seconds(1))).num_minutes(), 8);
        assert_eq!(delay(0, Some(TimeDelta::weeks(5))).num_days(), 1);
    }
}
