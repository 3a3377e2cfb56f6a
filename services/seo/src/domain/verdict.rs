//! What IndexNow's answer means for what it was told.

use chrono::TimeDelta;

const SHORTEST: TimeDelta = TimeDelta::minutes(1);
const LONGEST: TimeDelta = TimeDelta::hours(1);
/// Nobody is believed who wants to hear nothing for longer.
const LONGEST_ASKED_FOR: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Told,
    /// Telling the same again would be answered the same.
    Refused,
    Later,
}

impl Verdict {
    pub fn of(status: u16) -> Self {
        match status {
            200..=299 => Self::Told,
            408 | 425 | 429 | 500..=599 => Self::Later,
            _ => Self::Refused,
        }
    }
}

/// How long nothing is told after so many failures before this one, when `asked_for` is what a 429 or 503 asks for.
pub fn pause(failures: i32, asked_for: Option<TimeDelta>) -> TimeDelta {
    let doublings = failures.clamp(0, 10);
    let own = (SHORTEST * 2_i32.pow(doublings.unsigned_abs())).min(LONGEST);
    asked_for.map_or(own, |asked_for| own.max(asked_for.min(LONGEST_ASKED_FOR)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_our_fault_is_not_tried_again() {
        for (status, verdict) in [
            (200, Verdict::Told),
            (202, Verdict::Told),
            (308, Verdict::Refused),
            (400, Verdict::Refused),
            (403, Verdict::Refused),
            (422, Verdict::Refused),
            (429, Verdict::Later),
            (500, Verdict::Later),
            (503, Verdict::Later),
        ] {
            assert_eq!(Verdict::of(status), verdict, "{status}");
        }
    }

    #[test]
    fn pauses_double_from_a_minute_to_an_hour() {
        let minutes = [0, 1, 2, 5, 6, 7, i32::MAX].map(|failures| pause(failures, None).num_minutes());
        assert_eq!(minutes, [1, 2, 4, 32, 60, 60, 60]);
        assert_eq!(pause(0, Some(TimeDelta::minutes(7))).num_minutes(), 7);
        assert_eq!(pause(3, Some(TimeDelta::seconds(1))).num_minutes(), 8);
        assert_eq!(pause(0, Some(TimeDelta::weeks(5))).num_days(), 1);
    }
}
