//! A cash-out pays a blogger's earnings to a card.

use std::fmt;

use chrono::{DateTime, Utc};

use super::charge::BankStatus;

const DIGITS: usize = 16;
/// After so many calls without a result, an operator must resolve the cash-out.
const MAX_TRIES: i32 = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Requested,
    Approved,
    /// After a crash it is unknown whether the bank was called.
    Sent,
    Paid,
    /// The amount is back in the blogger's balance.
    Failed,
    /// An operator declined it.
    Declined,
    /// The blogger cancelled it.
    Cancelled,
}

impl State {
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }

    /// An operator decides a request, unless the blogger cancels it first. The bank ends a sent cash-out.
    pub fn next_states(self) -> &'static [Self] {
        match self {
            Self::Requested => &[Self::Approved, Self::Declined, Self::Cancelled],
            Self::Approved => &[Self::Sent],
            Self::Sent => &[Self::Paid, Self::Failed],
            Self::Paid | Self::Failed | Self::Declined | Self::Cancelled => &[],
        }
    }

    /// The bank's answer is unclear, so no further call is due and an operator has to resolve the cash-out.
    pub fn is_stuck(self, due_at: Option<DateTime<Utc>>) -> bool {
        self == Self::Sent && due_at.is_none()
    }
}

/// Both are in qəpik.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub minimum: i64,
    pub maximum: i64,
}

impl Limits {
    /// The error is a code for the form's field.
    pub fn check(self, amount: i64) -> Result<i64, &'static str> {
        match amount {
            amount if amount < self.minimum => Err("below_minimum"),
            amount if amount > self.maximum => Err("above_maximum"),
            amount => Ok(amount),
        }
    }
}

/// `Debug` masks it, so that no log contains it.
#[derive(Clone, PartialEq, Eq)]
pub struct CardNumber(String);

impl CardNumber {
    /// Spaces between the digits are ignored.
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        let digits: String = raw.chars().filter(|character| *character != ' ').collect();
        if digits.is_empty() {
            return Err("required");
        }
        if digits.len() != DIGITS || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("card_length");
        }
        if passes_luhn_check(&digits) { Ok(Self(digits)) } else { Err("card_unknown") }
    }

    /// Returns a text such as `4169 •••• •••• 1234`.
    pub fn mask(&self) -> String {
        format!("{} •••• •••• {}", &self.0[..4], &self.0[DIGITS - 4..])
    }

    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardNumber({})", self.mask())
    }
}

/// Checks the last digit by Luhn's algorithm (ISO/IEC 7812-1).
fn passes_luhn_check(digits: &str) -> bool {
    let values = digits.bytes().rev().map(|byte| u32::from(byte - b'0'));
    let sum: u32 = values
        .enumerate()
        .map(|(place, value)| match value * 2 {
            _ if place % 2 == 0 => value,
            doubled if doubled > 9 => doubled - 9,
            doubled => doubled,
        })
        .sum();
    // Sixteen zeros have a valid sum, but are not a card number.
    sum > 0 && sum.is_multiple_of(10)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Paid,
    /// The text is the bank's reason code.
    Failed(String),
    /// The bank must be asked again.
    Open,
    /// An operator must decide. The text is the bank's answer.
    Unclear(String),
}

pub fn verdict(status: &BankStatus, amount: i64) -> Verdict {
    match status {
        BankStatus::Paid { amount: paid } if *paid == amount => Verdict::Paid,
        BankStatus::Paid { amount: paid } => Verdict::Unclear(format!("paid_{paid}")),
        BankStatus::Failed { code } => Verdict::Failed(code.clone()),
        BankStatus::Pending => Verdict::Open,
        BankStatus::Returned { .. } => Verdict::Unclear("returned".to_owned()),
    }
}

pub fn is_retried(tries: i32) -> bool {
    tries < MAX_TRIES
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn with_check_digit(fifteen: &str) -> String {
        ('0'..='9')
            .map(|check| format!("{fifteen}{check}"))
            .find(|card| passes_luhn_check(card))
            .expect("one of the ten digits is the valid check digit")
    }

    proptest! {
        #[test]
        fn wrong_or_transposed_digits_are_refused(fifteen in "[1-9][0-9]{14}", at in 0_usize..16, digit in 0_u8..10) {
            let card = with_check_digit(&fifteen);
            prop_assert!(CardNumber::parse(&card).is_ok());
            let mut mistyped = card.clone().into_bytes();
            mistyped[at] = b'0' + digit;
            prop_assert_eq!(CardNumber::parse(std::str::from_utf8(&mistyped).unwrap()).is_ok(), mistyped == card.as_bytes());
            if at > 0 {
                let mut swapped = card.clone().into_bytes();
                swapped.swap(at - 1, at);
                // Luhn does not detect a swap of 09 and 90.
                let is_undetected = matches!(&card.as_bytes()[at - 1..=at], b"09" | b"90");
                let is_same = swapped == card.as_bytes();
                prop_assert_eq!(CardNumber::parse(std::str::from_utf8(&swapped).unwrap()).is_ok(), is_same || is_undetected);
            }
        }
    }

    #[test]
    fn a_cashout_is_decided_before_it_is_sent_and_ends_once() {
        let changes: [(State, &[State]); 7] = [
            (State::Requested, &[State::Approved, State::Declined, State::Cancelled]),
            (State::Approved, &[State::Sent]),
            (State::Sent, &[State::Paid, State::Failed]),
            (State::Paid, &[]),
            (State::Failed, &[]),
            (State::Declined, &[]),
            (State::Cancelled, &[]),
        ];
        for (state, next) in changes {
            assert_eq!(state.next_states(), next, "{state:?}");
        }
    }

    #[test]
    fn card_number_needs_sixteen_digits_and_a_valid_check_digit() {
        for (raw, expected) in [
            ("4169738812345670", Ok("4169 •••• •••• 5670")),
            ("4169 7388 1234 5670", Ok("4169 •••• •••• 5670")),
            ("", Err("required")),
            ("   ", Err("required")),
            ("416973881234567", Err("card_length")),
            ("41697388123456701", Err("card_length")),
            ("4169-7388-1234-5670", Err("card_length")),
            ("416973881234567a", Err("card_length")),
            // These are sixteen Arabic digits.
            ("٤١٦٩٧٣٨٨١٢٣٤٥٦٧٠", Err("card_length")),
            ("4169738812345671", Err("card_unknown")),
            ("0000000000000000", Err("card_unknown")),
        ] {
            let parsed = CardNumber::parse(raw);
            assert_eq!(parsed.map(|card| card.mask()).as_deref(), expected.as_ref().map(|mask| *mask), "{raw}");
        }
    }

    #[test]
    fn debug_output_masks_the_card_number() {
        let card = CardNumber::parse("4169738812345670").unwrap();
        assert_eq!(format!("{card:?}"), "CardNumber(4169 •••• •••• 5670)");
    }

    #[test]
    fn verdict_is_unclear_when_the_bank_paid_another_amount() {
        assert_eq!(verdict(&BankStatus::Paid { amount: 5_000 }, 5_000), Verdict::Paid);
        assert_eq!(verdict(&BankStatus::Paid { amount: 4_000 }, 5_000), Verdict::Unclear("paid_4000".to_owned()));
        assert_eq!(verdict(&BankStatus::Failed { code: "116".to_owned() }, 5_000), Verdict::Failed("116".to_owned()));
        assert_eq!(verdict(&BankStatus::Pending, 5_000), Verdict::Open);
        assert_eq!(verdict(&BankStatus::Returned { amount: None }, 5_000), Verdict::Unclear("returned".to_owned()));
    }

    #[test]
    fn amount_outside_the_limits_is_refused_with_a_code() {
        let limits = Limits { minimum: 2_000, maximum: 500_000 };
        for (amount, expected) in [
            (2_000, Ok(2_000)),
            (500_000, Ok(500_000)),
            (1_999, Err("below_minimum")),
            (0, Err("below_minimum")),
            (-5_000, Err("below_minimum")),
            (i64::MIN, Err("below_minimum")),
            (500_001, Err("above_maximum")),
            (i64::MAX, Err("above_maximum")),
        ] {
            assert_eq!(limits.check(amount), expected, "{amount}");
        }
    }
}
