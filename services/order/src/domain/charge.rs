//! One attempt at paying, and what the bank says of it: in any order, any number of times, late, or never.

use chrono::TimeDelta;

/// How a payment stands with the bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    Pending,
    Paid {
        amount: i64,
    },
    Failed {
        /// The bank's own number for the reason, for operators.
        code: String,
    },
    /// It was paid, and this much of it went back; `None` when the bank does not say how much.
    Returned {
        amount: Option<i64>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// The bank is being asked for a page to pay on.
    Opening,
    /// The shopper can pay.
    Pending,
    Paid,
    Failed,
    /// Nobody can pay it as far as we know; should somebody all the same, the money counts.
    Abandoned,
}

impl State {
    pub const ALL: [Self; 5] = [Self::Opening, Self::Pending, Self::Paid, Self::Failed, Self::Abandoned];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }

    fn is_open(self) -> bool {
        matches!(self, Self::Opening | Self::Pending)
    }
}

/// What follows from what the bank says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing new.
    Nothing,
    /// The money is there, and it is what was asked for.
    Paid,
    /// Money is there, but another sum: nobody can say what it is for, so it goes back.
    PaidWrongly {
        amount: i64,
    },
    Failed {
        code: String,
    },
}

/// Money is money, whatever was said before; once it is there, no later word takes it away again, for what goes back goes back
/// by our own doing.
pub fn judge(state: State, asked_for: i64, standing: Standing) -> Verdict {
    match standing {
        _ if state == State::Paid => Verdict::Nothing,
        Standing::Paid { amount } if amount == asked_for => Verdict::Paid,
        Standing::Paid { amount } if amount > 0 => Verdict::PaidWrongly { amount },
        Standing::Failed { code } if state.is_open() => Verdict::Failed { code },
        // It came and went without us: somebody gave it back at the bank.
        Standing::Returned { .. } if state.is_open() => Verdict::Failed { code: "returned".to_owned() },
        _ => Verdict::Nothing,
    }
}

/// A page to pay on that nobody was shown by now will not be shown.
pub const OPENING_FOR: TimeDelta = TimeDelta::seconds(30);
/// No bank of ours keeps a page open for this long.
pub const ASKED_FOR: TimeDelta = TimeDelta::hours(48);

/// How long to wait before the bank is asked for the `asked`-th time again: soon while the shopper may stand at the bank, seldom
/// later.
pub fn next_question(asked: i32) -> TimeDelta {
    let seconds = 5_i64 << asked.clamp(0, 12);
    TimeDelta::seconds(seconds.min(3_600))
}

/// How long to wait before money is sent back again.
pub fn next_return(tries: i32) -> TimeDelta {
    let minutes = 1_i64 << tries.clamp(0, 8);
    TimeDelta::minutes(minutes.min(60))
}

/// So often a bank may refuse to give money back before a person has to look.
pub const MOST_RETURNS: i32 = 12;

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};

    use super::*;

    fn any_standing() -> impl Strategy<Value = Standing> {
        prop_oneof![
            Just(Standing::Pending),
            select(vec![0_i64, 99, 100, 101]).prop_map(|amount| Standing::Paid { amount }),
            Just(Standing::Failed { code: "116".to_owned() }),
            select(vec![None, Some(0), Some(100)]).prop_map(|amount| Standing::Returned { amount }),
        ]
    }

    fn after(state: State, verdict: &Verdict) -> State {
        match verdict {
            Verdict::Nothing => state,
            Verdict::Paid | Verdict::PaidWrongly { .. } => State::Paid,
            Verdict::Failed { .. } => State::Failed,
        }
    }

    proptest! {
        #[test]
        fn money_is_taken_once_whatever_the_bank_says(
            first in select(&State::ALL), told in prop::collection::vec(any_standing(), 0..12),
        ) {
            let (mut state, mut taken) = (first, 0);
            for standing in told.clone() {
                let verdict = judge(state, 100, standing);
                taken += usize::from(matches!(verdict, Verdict::Paid | Verdict::PaidWrongly { .. }));
                state = after(state, &verdict);
            }
            let was_told = told.iter().any(|standing| matches!(standing, Standing::Paid { amount } if *amount > 0));
            prop_assert_eq!(taken, usize::from(was_told && first != State::Paid));
            prop_assert_eq!(state == State::Paid, was_told || first == State::Paid);
        }

        #[test]
        fn a_word_twice_is_a_word_once(state in select(&State::ALL), standing in any_standing()) {
            let state = after(state, &judge(state, 100, standing.clone()));
            prop_assert_eq!(judge(state, 100, standing), Verdict::Nothing);
        }
    }

    #[test]
    fn another_sum_is_not_what_was_asked_for() {
        assert_eq!(judge(State::Pending, 100, Standing::Paid { amount: 100 }), Verdict::Paid);
        assert_eq!(judge(State::Failed, 100, Standing::Paid { amount: 100 }), Verdict::Paid);
        assert_eq!(
            judge(State::Pending, 100, Standing::Paid { amount: 10_000 }),
            Verdict::PaidWrongly { amount: 10_000 }
        );
    }

    #[test]
    fn the_bank_is_asked_soon_and_then_less_and_less() {
        let pauses: Vec<_> = (0..12).map(|asked| next_question(asked).num_seconds()).collect();
        assert!(pauses.is_sorted());
        assert_eq!((pauses[0], pauses[11]), (5, 3_600));
    }
}
