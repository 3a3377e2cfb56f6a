//! A key signs during its term. It is published earlier, so that every service has it, and until its last token has
//! expired.

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    pub active_from: DateTime<Utc>,
    pub retires_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy)]
pub struct Rotation {
    /// Length of a term.
    pub every: TimeDelta,
    /// How long a key is published before its term.
    pub lead: TimeDelta,
    /// How long a key is published after its term: the lifetime of an access token.
    pub tail: TimeDelta,
}

impl Rotation {
    /// Returns the term of a key that must be created now.
    pub fn due(&self, terms: &[Term], now: DateTime<Utc>) -> Option<Term> {
        let last_end = terms.iter().map(|term| term.retires_at).max().filter(|end| *end > now);
        let active_from = match last_end {
            None => now,
            Some(end) if end <= now + self.lead => end,
            Some(_) => return None,
        };
        Some(Term { active_from, retires_at: active_from + self.every })
    }

    /// Keys whose term ended earlier are not published.
    pub fn published_since(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.tail
    }
}

/// Returns the key that signs now. Its term may begin in the future, for a replica with a slow clock.
pub fn current_index(terms: impl IntoIterator<Item = Term>, now: DateTime<Utc>) -> Option<usize> {
    let unretired = terms.into_iter().enumerate().filter(|(_, term)| term.retires_at > now);
    unretired.min_by_key(|(_, term)| term.active_from).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ROTATION: Rotation =
        Rotation { every: TimeDelta::days(30), lead: TimeDelta::days(1), tail: TimeDelta::minutes(10) };

    proptest! {
        #[test]
        fn one_key_is_current_and_terms_never_overlap(hours in proptest::collection::vec(0_i64..2_000, 1..60)) {
            let mut now = DateTime::<Utc>::UNIX_EPOCH;
            let mut terms: Vec<Term> = Vec::new();
            for pause in hours {
                now += TimeDelta::hours(pause);
                while let Some(term) = ROTATION.due(&terms, now) {
                    prop_assert!(term.active_from >= now);
                    prop_assert!(terms.iter().all(|other| other.retires_at <= term.active_from));
                    terms.push(term);
                }
                let index = current_index(terms.iter().copied(), now).unwrap();
                prop_assert!(terms[index].active_from <= now);
                prop_assert!(now < terms[index].retires_at);
                prop_assert!(terms.iter().filter(|term| term.active_from > now).count() <= 1);
            }
        }
    }

    #[test]
    fn the_next_key_is_created_ahead_of_its_term() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let first = ROTATION.due(&[], start).unwrap();
        // One hour before the lead of one day.
        assert_eq!(ROTATION.due(&[first], start + TimeDelta::hours(28 * 24 + 23)), None);
        let second = ROTATION.due(&[first], start + TimeDelta::days(29)).unwrap();
        assert_eq!(second.active_from, first.retires_at);
        assert_eq!(current_index([first, second], start + TimeDelta::days(29)), Some(0));
        assert_eq!(current_index([first, second], first.retires_at), Some(1));
    }

    #[test]
    fn a_replica_with_a_slow_clock_uses_the_existing_key() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let first = ROTATION.due(&[], start).unwrap();
        let slow_clock = start - TimeDelta::seconds(5);
        assert_eq!(ROTATION.due(&[first], slow_clock), None);
        assert_eq!(current_index([first], slow_clock), Some(0));
    }
}
