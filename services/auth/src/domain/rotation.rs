//! When keys sign and when they are shown. Terms follow one another: the next key is made and shown a while before its term,
//! so that everybody knows it when its first token comes; an old one is shown until its last token has expired.

use chrono::{DateTime, TimeDelta, Utc};

/// When a key signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    pub active_from: DateTime<Utc>,
    pub retires_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy)]
pub struct Rotation {
    /// How long a key signs.
    pub every: TimeDelta,
    /// How long before its term a key is shown.
    pub lead: TimeDelta,
    /// How long a token lives that was signed in a term's last moment.
    pub tail: TimeDelta,
}

impl Rotation {
    /// The term of the key that has to be made now, if one has to be.
    pub fn due(&self, terms: &[Term], now: DateTime<Utc>) -> Option<Term> {
        let last = terms.iter().map(|term| term.retires_at).max().filter(|end| *end > now);
        let active_from = match last {
            // None, or none any more: this one must sign at once.
            None => now,
            Some(end) if end <= now + self.lead => end,
            Some(_) => return None,
        };
        Some(Term { active_from, retires_at: active_from + self.every })
    }

    /// Keys that retired later than this are shown.
    pub fn shown_since(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.tail
    }
}

/// The place of the key that signs now. The earliest that has not retired: so a replica whose clock is a little behind signs
/// with a key whose term is just about to begin rather than with none.
pub fn signing(terms: impl IntoIterator<Item = Term>, now: DateTime<Utc>) -> Option<usize> {
    let unretired = terms.into_iter().enumerate().filter(|(_, term)| term.retires_at > now);
    unretired.min_by_key(|(_, term)| term.active_from).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ROTATION: Rotation =
        Rotation { every: TimeDelta::days(30), lead: TimeDelta::days(1), tail: TimeDelta::minutes(10) };

    proptest! {
        /// However irregularly somebody looks after the keys, one signs after each look, terms never overlap, and a look at
        /// least daily has every key shown for some time before it signs.
        #[test]
        fn one_key_signs_and_terms_never_overlap(hours in proptest::collection::vec(0_i64..2_000, 1..60)) {
            let mut now = DateTime::<Utc>::UNIX_EPOCH;
            let mut terms: Vec<Term> = Vec::new();
            for pause in hours {
                now += TimeDelta::hours(pause);
                while let Some(term) = ROTATION.due(&terms, now) {
                    prop_assert!(term.active_from >= now);
                    prop_assert!(terms.iter().all(|other| other.retires_at <= term.active_from));
                    terms.push(term);
                }
                let place = signing(terms.iter().copied(), now).unwrap();
                prop_assert!(terms[place].active_from <= now && now < terms[place].retires_at);
                prop_assert!(terms.iter().filter(|term| term.active_from > now).count() <= 1);
            }
        }
    }

    #[test]
    fn the_next_key_is_shown_ahead_of_its_term() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let first = ROTATION.due(&[], start).unwrap();
        assert_eq!(ROTATION.due(&[first], start + TimeDelta::hours(28 * 24 + 23)), None);
        let second = ROTATION.due(&[first], start + TimeDelta::days(29)).unwrap();
        assert_eq!(second.active_from, first.retires_at);
        assert_eq!(signing([first, second], start + TimeDelta::days(29)), Some(0));
        assert_eq!(signing([first, second], first.retires_at), Some(1));
    }

    #[test]
    fn a_replica_with_a_slow_clock_makes_no_key_of_its_own() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let first = ROTATION.due(&[], start).unwrap();
        let behind = start - TimeDelta::seconds(5);
        assert_eq!(ROTATION.due(&[first], behind), None);
        assert_eq!(signing([first], behind), Some(0));
    }
}
