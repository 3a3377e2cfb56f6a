//! What somebody wrote to the shop, and what it is called on the phone: `MR-7K4M-29` (müraciət, a request).
//!
//! The signs are those of orders' codes, without what the eye or the ear takes for one another; the last is a weighted sum of the
//! others, so that a slip is noticed and not answered with somebody else's letter.

use chrono::TimeDelta;

const SIGNS: &[u8; 29] = b"23456789ACDEFGHJKMNPQRTUVWXYZ";
const PREFIX: &str = "MR";
/// Twenty million, and a ticket is forgotten in time.
const LENGTH: usize = 6;
const GROUP: usize = 4;

/// From one mailbox: what a person may have to say, and what a mailbox that somebody else typed can bear.
pub const MOST_AN_HOUR: i64 = 5;
pub const HOUR: TimeDelta = TimeDelta::hours(1);
/// How long a closed one is kept.
pub const KEPT: TimeDelta = TimeDelta::days(365);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Open,
    Closed,
}

impl Status {
    pub const ALL: [Self; 2] = [Self::Open, Self::Closed];

    pub fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.key() == key)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// Of a number that chance gave.
    pub fn of_chance(mut chance: u64) -> Self {
        let mut values = Vec::with_capacity(LENGTH);
        for _ in 1..LENGTH {
            values.push(chance % SIGNS.len() as u64);
            chance /= SIGNS.len() as u64;
        }
        values.push(check_of(&values));
        Self::written(&values)
    }

    /// However it was typed: in small letters, without dashes, with an S where the 5 stands.
    pub fn parse(raw: &str) -> Option<Self> {
        let plain: String =
            raw.chars().filter(|sign| !matches!(sign, '-' | ' ')).map(|c| c.to_ascii_uppercase()).collect();
        let signs = plain.strip_prefix(PREFIX)?;
        let values: Vec<u64> = signs.bytes().map(value_of).collect::<Option<_>>()?;
        let (check, rest) = values.split_last()?;
        (values.len() == LENGTH && *check == check_of(rest)).then(|| Self::written(&values))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn written(values: &[u64]) -> Self {
        let mut text = PREFIX.to_owned();
        for group in values.chunks(GROUP) {
            text.push('-');
            text.extend(group.iter().map(|value| char::from(SIGNS[*value as usize])));
        }
        Self(text)
    }
}

fn value_of(sign: u8) -> Option<u64> {
    let sign = match sign {
        b'S' => b'5',
        b'B' => b'8',
        other => other,
    };
    SIGNS.iter().position(|known| *known == sign).map(|place| place as u64)
}

/// Every place has a weight of its own, and none is a multiple of 29.
fn check_of(values: &[u64]) -> u64 {
    let sum: u64 = values.iter().zip(2..).map(|(value, weight)| value * weight).sum();
    sum % SIGNS.len() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_looks_like_this() {
        assert_eq!(Code::of_chance(123_456_789).as_str(), "MR-PMZJ-2J");
    }

    proptest! {
        #[test]
        fn a_code_is_read_however_it_is_typed(chance: u64) {
            let code = Code::of_chance(chance);
            let sloppy = code.as_str().to_lowercase().replace('-', " ").replace('5', "s").replace('8', "b");
            prop_assert_eq!(Code::parse(&sloppy), Some(code));
        }

        #[test]
        fn one_wrong_sign_is_noticed(chance: u64, at in 0_usize..LENGTH, wrong in 0_usize..29) {
            let mut signs: Vec<u8> = Code::of_chance(chance).as_str()[3..].bytes().filter(|b| *b != b'-').collect();
            prop_assume!(signs[at] != SIGNS[wrong]);
            signs[at] = SIGNS[wrong];
            let typed = format!("MR{}", String::from_utf8(signs).unwrap());
            prop_assert_eq!(Code::parse(&typed), None);
        }

        #[test]
        fn no_text_is_a_mistake(text: String) {
            let _ = Code::parse(&text);
        }
    }
}
