//! After some free attempts, each doubles the wait before the next. Over time, attempts are forgiven (uncounted) one by
//! one. Refused attempts are not counted, so strangers cannot lock an owner out forever.

use chrono::{DateTime, TimeDelta, Utc};
use kit::budget::Budget;

#[derive(Debug, Clone, Copy)]
pub struct AttemptLimit {
    pub name: &'static str,
    /// Attempts without a wait.
    pub free: i32,
    /// After the last free attempt.
    pub first_wait: TimeDelta,
    /// How often one attempt is forgiven.
    pub forgives_every: TimeDelta,
    pub max_wait: TimeDelta,
}

#[derive(Debug, Clone, Copy)]
pub struct AttemptLimits {
    pub login: AttemptLimit,
    pub network: AttemptLimit,
    pub mailbox: AttemptLimit,
    /// Multiplies all budgets per network.
    pub network_budget_factor: u32,
}

/// The counted attempts of one login, network or mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub count: i32,
    /// Start of the period at whose end one attempt is forgiven, or a budget is renewed.
    pub counted_from: DateTime<Utc>,
    pub last_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// Growing waits between attempts.
    Attempts(AttemptLimit),
    /// A number of attempts in a period, which begins with the first.
    Budget(Budget),
}

impl Limit {
    /// Returns the tally with one more attempt, or the time to wait.
    pub fn admit(&self, tally: Tally, now: DateTime<Utc>) -> Result<Tally, TimeDelta> {
        match self {
            Self::Attempts(limit) => limit.admit(tally, now),
            Self::Budget(budget) => admit_within(budget, tally, now),
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Attempts(limit) => limit.name,
            Self::Budget(budget) => budget.name,
        }
    }
}

fn admit_within(budget: &Budget, tally: Tally, now: DateTime<Utc>) -> Result<Tally, TimeDelta> {
    let ends_at = tally.counted_from + budget.period();
    let last_at = now.max(tally.last_at);
    if tally.count == 0 || now >= ends_at {
        return Ok(Tally { count: 1, counted_from: now, last_at });
    }
    if i64::from(tally.count) >= i64::from(budget.max) {
        return Err(ends_at - now);
    }
    Ok(Tally { count: tally.count + 1, last_at, ..tally })
}

impl AttemptLimit {
    pub fn admit(&self, tally: Tally, now: DateTime<Utc>) -> Result<Tally, TimeDelta> {
        let forgiven = self.forgive(tally, now);
        let delay = self.delay(forgiven.count);
        let until = tally.last_at + delay;
        // Concurrent attempts counted out of order must not wait for a `last_at` in the future.
        if delay > TimeDelta::zero() && until > now {
            return Err(until - now);
        }
        Ok(Tally { count: forgiven.count.saturating_add(1), last_at: now.max(tally.last_at), ..forgiven })
    }

    fn forgive(&self, tally: Tally, now: DateTime<Utc>) -> Tally {
        let periods = (now - tally.counted_from).num_milliseconds() / self.forgives_every.num_milliseconds().max(1);
        let periods = i32::try_from(periods.max(0)).unwrap_or(i32::MAX);
        if periods >= tally.count {
            return Tally { count: 0, counted_from: now, ..tally };
        }
        let counted_from = tally.counted_from + self.forgives_every * periods;
        Tally { count: tally.count - periods, counted_from, ..tally }
    }

    fn delay(&self, count: i32) -> TimeDelta {
        match u32::try_from(count - self.free) {
            Err(_) => TimeDelta::zero(),
            // The cap prevents an overflow.
            Ok(doublings) => (self.first_wait * (1 << doublings.min(20))).min(self.max_wait),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: AttemptLimit = AttemptLimit {
        name: "login_attempts",
        free: 3,
        first_wait: TimeDelta::seconds(1),
        forgives_every: TimeDelta::minutes(15),
        max_wait: TimeDelta::minutes(15),
    };

    fn none() -> Tally {
        Tally { count: 0, counted_from: DateTime::UNIX_EPOCH, last_at: DateTime::UNIX_EPOCH }
    }

    #[test]
    fn waits_double_up_to_the_longest() {
        let (mut tally, mut now) = (none(), DateTime::<Utc>::UNIX_EPOCH);
        let mut waits = Vec::new();
        // The first three are free.
        for _ in 0..15 {
            if let Err(wait) = LIMIT.admit(tally, now) {
                waits.push(wait.num_seconds());
                now += wait;
            }
            tally = LIMIT.admit(tally, now).unwrap();
        }
        // 512 comes twice, because one attempt was forgiven.
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 900]);
    }

    #[test]
    fn an_attempt_counted_out_of_order_does_not_wait() {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let later = Tally { count: 1, counted_from: now, last_at: now + TimeDelta::milliseconds(3) };
        let counted = LIMIT.admit(later, now).unwrap();
        assert_eq!((counted.count, counted.last_at), (2, later.last_at));
    }

    #[test]
    fn constant_guessing_gets_a_few_attempts_per_hour() {
        let (mut tally, start) = (none(), DateTime::<Utc>::UNIX_EPOCH);
        let mut tries = 0;
        for second in 0..24 * 3600 {
            if let Ok(next) = LIMIT.admit(tally, start + TimeDelta::seconds(second)) {
                (tally, tries) = (next, tries + 1);
            }
        }
        assert!((90..120).contains(&tries), "{tries} a day; one is forgiven every 15 minutes");
    }

    #[test]
    fn a_budget_is_renewed_when_its_period_is_over() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let limit = Limit::Budget(Budget { name: "mails", max: 3, seconds: 3_600 });
        let (mut tally, mut admitted) = (none(), Vec::new());
        for minute in (0..180).step_by(10) {
            let now = start + TimeDelta::minutes(minute);
            match limit.admit(tally, now) {
                Ok(next) => {
                    tally = next;
                    admitted.push(minute);
                }
                Err(wait) => assert_eq!(now + wait, tally.counted_from + TimeDelta::hours(1)),
            }
        }
        assert_eq!(admitted, [0, 10, 20, 60, 70, 80, 120, 130, 140]);
    }

    #[test]
    fn attempts_are_forgiven_over_time() {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let tally = Tally { count: 8, ..none() };
        assert_eq!(LIMIT.admit(tally, now), Err(TimeDelta::seconds(32)));
        let later = now + TimeDelta::minutes(31);
        let after = LIMIT.admit(tally, later).unwrap();
        assert_eq!((after.count, after.counted_from), (7, now + TimeDelta::minutes(30)));
        assert_eq!(LIMIT.admit(tally, now + TimeDelta::days(1)).unwrap().count, 1);
    }
}
