//! A charge is one attempt at paying an order at a bank. The bank's messages may arrive in any order, repeatedly, late,
//! or never.

use chrono::TimeDelta;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BankStatus {
    Pending,
    Paid {
        amount: i64,
    },
    Failed {
        code: String,
    },
    /// Not every bank reports the returned amount.
    Returned {
        amount: Option<i64>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// The bank is being asked for a payment page.
    Opening,
    /// The shopper can pay.
    Pending,
    Paid,
    Failed,
    /// No payment is expected, but one that arrives counts.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Nothing,
    Paid,
    /// The amount is not that of the charge, so it is returned.
    PaidWrongly {
        amount: i64,
    },
    Failed {
        code: String,
    },
}

/// A payment counts, whatever the bank has reported before. Later statuses change nothing, because only this service
/// returns money.
pub fn judge(state: State, expected: i64, status: BankStatus) -> Verdict {
    match status {
        _ if state == State::Paid => Verdict::Nothing,
        BankStatus::Paid { amount } if amount == expected => Verdict::Paid,
        BankStatus::Paid { amount } if amount > 0 => Verdict::PaidWrongly { amount },
        BankStatus::Failed { code } if state.is_open() => Verdict::Failed { code },
        // The bank returned the money without this service.
        BankStatus::Returned { .. } if state.is_open() => Verdict::Failed { code: "returned".to_owned() },
        _ => Verdict::Nothing,
    }
}

/// Charges that are `Opening` for longer are abandoned.
pub const OPENING_TIMEOUT: TimeDelta = TimeDelta::seconds(30);
/// Polling ends after this time, as no bank keeps a payment page open for longer.
pub const POLL_PERIOD: TimeDelta = TimeDelta::hours(48);

/// The delay starts at 5 seconds, while the shopper may be on the bank's page, and doubles up to an hour.
pub fn poll_delay(earlier_polls: i32) -> TimeDelta {
    let seconds = 5_i64 << earlier_polls.clamp(0, 12);
    TimeDelta::seconds(seconds.min(3_600))
}

pub fn return_retry_delay(tries: i32) -> TimeDelta {
    let minutes = 1_i64 << tries.clamp(0, 8);
    TimeDelta::minutes(minutes.min(60))
}

/// After this number of tries, an operator must resolve the return.
pub const MAX_RETURN_TRIES: i32 = 12;

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};

    use super::*;

    const AMOUNT: i64 = 100;

    fn any_status() -> impl Strategy<Value = BankStatus> {
        prop_oneof![
            Just(BankStatus::Pending),
            select(vec![0_i64, 99, 100, 101]).prop_map(|amount| BankStatus::Paid { amount }),
            Just(BankStatus::Failed { code: "116".to_owned() }),
            select(vec![None, Some(0), Some(100)]).prop_map(|amount| BankStatus::Returned { amount }),
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
        fn money_is_taken_once_for_any_sequence_of_statuses(
            first in select(&State::ALL), reported in prop::collection::vec(any_status(), 0..12),
        ) {
            let (mut state, mut taken) = (first, 0);
            for status in reported.clone() {
                let verdict = judge(state, AMOUNT, status);
                taken += usize::from(matches!(verdict, Verdict::Paid | Verdict::PaidWrongly { .. }));
                state = after(state, &verdict);
            }
            let was_paid = reported.iter().any(|status| matches!(status, BankStatus::Paid { amount } if *amount > 0));
            prop_assert_eq!(taken, usize::from(was_paid && first != State::Paid));
            prop_assert_eq!(state == State::Paid, was_paid || first == State::Paid);
        }

        #[test]
        fn a_repeated_status_changes_nothing(state in select(&State::ALL), status in any_status()) {
            let state = after(state, &judge(state, AMOUNT, status.clone()));
            prop_assert_eq!(judge(state, AMOUNT, status), Verdict::Nothing);
        }
    }

    #[test]
    fn wrong_amount_is_detected() {
        assert_eq!(judge(State::Pending, AMOUNT, BankStatus::Paid { amount: AMOUNT }), Verdict::Paid);
        assert_eq!(judge(State::Failed, AMOUNT, BankStatus::Paid { amount: AMOUNT }), Verdict::Paid);
        assert_eq!(
            judge(State::Pending, AMOUNT, BankStatus::Paid { amount: 10_000 }),
            Verdict::PaidWrongly { amount: 10_000 }
        );
    }

    #[test]
    fn the_pauses_between_polls_grow() {
        let pauses: Vec<_> = (0..12).map(|earlier_polls| poll_delay(earlier_polls).num_seconds()).collect();
        assert!(pauses.is_sorted());
        assert_eq!((pauses[0], pauses[11]), (5, 3_600));
    }
}
