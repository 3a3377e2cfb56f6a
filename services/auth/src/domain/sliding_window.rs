//! Rate limits for rare events, whose times are stored.

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Debug, Clone, Copy)]
pub struct SlidingWindow {
    pub limit: usize,
    pub period: TimeDelta,
}

impl SlidingWindow {
    /// How long to wait until another event. `times` are ascending.
    pub fn wait(&self, times: &[DateTime<Utc>], now: DateTime<Utc>) -> Option<TimeDelta> {
        let until = match times.len().checked_sub(self.limit) {
            None => return None,
            // The oldest of the last `limit` events must leave the window. A limit of 0 never allows anything.
            Some(index) => times.get(index).map_or(now, |oldest| *oldest) + self.period,
        };
        (until > now).then(|| until - now)
    }
}

pub fn times_within(times: Vec<DateTime<Utc>>, period: TimeDelta, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    times.into_iter().filter(|at| *at + period > now).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FIVE_AN_HOUR: SlidingWindow = SlidingWindow { limit: 5, period: TimeDelta::hours(1) };

    #[test]
    fn the_sixth_event_waits_until_the_first_is_an_hour_old() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let times: Vec<_> = (0..5).map(|n| start + TimeDelta::minutes(n)).collect();
        let now = start + TimeDelta::minutes(10);
        assert_eq!(FIVE_AN_HOUR.wait(&times[..4], now), None);
        assert_eq!(FIVE_AN_HOUR.wait(&times, now), Some(TimeDelta::minutes(50)));
        assert_eq!(FIVE_AN_HOUR.wait(&times, start + TimeDelta::hours(1)), None);
    }

    proptest! {
        #[test]
        fn no_window_contains_more_than_the_limit(pauses in proptest::collection::vec(0_i64..2_000, 1..80)) {
            let mut now = DateTime::<Utc>::UNIX_EPOCH;
            let mut times = Vec::new();
            for pause in pauses {
                now += TimeDelta::seconds(pause);
                if FIVE_AN_HOUR.wait(&times, now).is_none() {
                    times.push(now);
                }
                let last_hour = times_within(times.clone(), FIVE_AN_HOUR.period, now);
                prop_assert!((1..=5).contains(&last_hour.len()));
            }
        }
    }
}
