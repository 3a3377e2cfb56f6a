//! Patience with mistakes. Some are free; each further one doubles how long the next attempt has to wait, up to a longest
//! wait. Time forgives them one by one, so that who makes few never waits and who tries all day gets a few tries an hour.
//!
//! An attempt is counted when it begins and taken back when it turns out right: a hundred at once are a hundred. What was
//! refused is not counted, so nobody is kept out for ever by somebody else's hammering.

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Mistakes that cost nothing.
    pub free: i32,
    /// The first wait; each further one is twice as long.
    pub first: TimeDelta,
    /// How long it takes until one is forgiven.
    pub forgives_every: TimeDelta,
    pub longest: TimeDelta,
}

/// How patient we are with whom.
#[derive(Debug, Clone, Copy)]
pub struct Patiences {
    /// Guesses at one login's password, or at the password of who is signed in.
    pub login: Patience,
    /// Anything from one place.
    pub place: Patience,
    /// Mails to one person.
    pub mailbox: Patience,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub count: i32,
    /// From when on time forgives.
    pub counted_from: DateTime<Utc>,
    pub last_at: DateTime<Utc>,
}

impl Patience {
    /// The tally with one more, or how long to wait before there may be one.
    pub fn admit(&self, tally: Tally, now: DateTime<Utc>) -> Result<Tally, TimeDelta> {
        let forgiven = self.forgive(tally, now);
        let delay = self.delay(forgiven.count);
        let until = tally.last_at + delay;
        // Of two at once, the later may have been counted first: where nobody waits, that is nothing to wait for.
        if delay > TimeDelta::zero() && until > now {
            return Err(until - now);
        }
        Ok(Tally { count: forgiven.count.saturating_add(1), last_at: now.max(tally.last_at), ..forgiven })
    }

    fn forgive(&self, tally: Tally, now: DateTime<Utc>) -> Tally {
        let spans = (now - tally.counted_from).num_milliseconds() / self.forgives_every.num_milliseconds().max(1);
        let spans = i32::try_from(spans.max(0)).unwrap_or(i32::MAX);
        if spans >= tally.count {
            return Tally { count: 0, counted_from: now, ..tally };
        }
        Tally { count: tally.count - spans, counted_from: tally.counted_from + self.forgives_every * spans, ..tally }
    }

    fn delay(&self, count: i32) -> TimeDelta {
        match u32::try_from(count - self.free) {
            Err(_) => TimeDelta::zero(),
            // A million times the first is longer than anything sensible.
            Ok(doublings) => (self.first * (1 << doublings.min(20))).min(self.longest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Patience = Patience {
        free: 3,
        first: TimeDelta::seconds(1),
        forgives_every: TimeDelta::minutes(15),
        longest: TimeDelta::minutes(15),
    };

    fn none() -> Tally {
        Tally { count: 0, counted_from: DateTime::UNIX_EPOCH, last_at: DateTime::UNIX_EPOCH }
    }

    #[test]
    fn waits_double_up_to_the_longest() {
        let (mut tally, mut now) = (none(), DateTime::<Utc>::UNIX_EPOCH);
        let mut waits = Vec::new();
        for _ in 0..15 {
            if let Err(wait) = PATIENCE.admit(tally, now) {
                waits.push(wait.num_seconds());
                now += wait;
            }
            tally = PATIENCE.admit(tally, now).unwrap();
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 900]);
    }

    #[test]
    fn who_is_overtaken_does_not_wait() {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let overtaken_by = Tally { count: 1, counted_from: now, last_at: now + TimeDelta::milliseconds(3) };
        let counted = PATIENCE.admit(overtaken_by, now).unwrap();
        assert_eq!((counted.count, counted.last_at), (2, overtaken_by.last_at));
    }

    /// Four an hour, whatever they do.
    #[test]
    fn a_day_of_trying_is_a_few_tries() {
        let (mut tally, start) = (none(), DateTime::<Utc>::UNIX_EPOCH);
        let mut tries = 0;
        for second in 0..24 * 3600 {
            if let Ok(next) = PATIENCE.admit(tally, start + TimeDelta::seconds(second)) {
                (tally, tries) = (next, tries + 1);
            }
        }
        assert!((90..120).contains(&tries), "{tries}");
    }

    #[test]
    fn time_forgives() {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let tally = Tally { count: 8, ..none() };
        assert_eq!(PATIENCE.admit(tally, now), Err(TimeDelta::seconds(32)));
        let later = now + TimeDelta::minutes(31);
        let after = PATIENCE.admit(tally, later).unwrap();
        assert_eq!((after.count, after.counted_from), (7, now + TimeDelta::minutes(30)));
        assert_eq!(PATIENCE.admit(tally, now + TimeDelta::days(1)).unwrap().count, 1);
    }
}
