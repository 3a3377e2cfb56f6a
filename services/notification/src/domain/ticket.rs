//! Support tickets and their codes, such as `MR-7K4M-29`. No characters look or sound alike, and the last one is a
//! checksum against typing mistakes.

use chrono::TimeDelta;

const ALPHABET: &[u8; 29] = b"23456789ACDEFGHJKMNPQRTUVWXYZ";
const PREFIX: &str = "MR";
/// Without the prefix: 20 million codes.
const CODE_LENGTH: usize = 6;
const ORDER_PREFIX: &str = "SQ";
/// The order service uses the longer codes when a short one is taken.
const ORDER_CODE_LENGTHS: &[usize] = &[6, 8];
const GROUP_LENGTH: usize = 4;

/// Within this time, the same text from the same address is the same ticket.
pub const SAME_TEXT: TimeDelta = TimeDelta::hours(1);
pub const RETENTION: TimeDelta = TimeDelta::days(365);

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
    pub fn from_random(mut random: u64) -> Self {
        let mut values = Vec::with_capacity(CODE_LENGTH);
        for _ in 1..CODE_LENGTH {
            values.push(random % ALPHABET.len() as u64);
            random /= ALPHABET.len() as u64;
        }
        values.push(checksum(&values));
        Self(code_text(PREFIX, &values))
    }

    /// Accepts lower case, missing dashes, spaces, and S or B for 5 and 8.
    pub fn parse(raw: &str) -> Option<Self> {
        parse(PREFIX, &[CODE_LENGTH], raw).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The code of an order, such as `SQ-7K4M-29`. The order service makes it in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderCode(String);

impl OrderCode {
    /// Accepts the same spellings as [`Code::parse`].
    pub fn parse(raw: &str) -> Option<Self> {
        parse(ORDER_PREFIX, ORDER_CODE_LENGTHS, raw).map(Self)
    }

    /// Returns the first order code in a letter.
    pub fn find(text: &str) -> Option<Self> {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').find_map(Self::parse)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Parses a code as people type it, and returns it as it is stored.
fn parse(prefix: &str, lengths: &[usize], raw: &str) -> Option<String> {
    let plain: String = raw.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| c.to_ascii_uppercase()).collect();
    let characters = plain.strip_prefix(prefix)?;
    let values: Vec<u64> = characters.bytes().map(value_of).collect::<Option<_>>()?;
    let (check_value, random_values) = values.split_last()?;
    let is_valid = lengths.contains(&values.len()) && *check_value == checksum(random_values);
    is_valid.then(|| code_text(prefix, &values))
}

fn code_text(prefix: &str, values: &[u64]) -> String {
    let mut text = prefix.to_owned();
    for group in values.chunks(GROUP_LENGTH) {
        text.push('-');
        text.extend(group.iter().map(|value| char::from(ALPHABET[*value as usize])));
    }
    text
}

fn value_of(character: u8) -> Option<u64> {
    let character = match character {
        b'S' => b'5',
        b'B' => b'8',
        other => other,
    };
    ALPHABET.iter().position(|known| *known == character).map(|index| index as u64)
}

/// The weights are 2, 3, 4, …, and 29 is prime, so a wrong character or two swapped ones change the sum.
fn checksum(values: &[u64]) -> u64 {
    let sum: u64 = values.iter().zip(2..).map(|(value, weight)| value * weight).sum();
    sum % ALPHABET.len() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn code_has_the_expected_format() {
        assert_eq!(Code::from_random(123_456_789).as_str(), "MR-PMZJ-2J");
    }

    #[test]
    fn order_code_is_found_in_a_letter() {
        let code = code_text(ORDER_PREFIX, &[1, 2, 3, 4, 5, checksum(&[1, 2, 3, 4, 5])]);
        let text = format!("Salam! Sifariş №{}, hələ gəlməyib. MR-PMZJ-2J", code.to_lowercase());
        assert_eq!(OrderCode::find(&text), Some(OrderCode(code)));
        // The checksum of this code is wrong.
        assert_eq!(OrderCode::find("Salam, SQ-2222-23 və SQ"), None);
    }

    proptest! {
        #[test]
        fn sloppily_typed_code_is_parsed(random: u64) {
            let code = Code::from_random(random);
            let sloppy = code.as_str().to_lowercase().replace('-', " ").replace('5', "s").replace('8', "b");
            prop_assert_eq!(Code::parse(&sloppy), Some(code));
        }

        #[test]
        fn one_wrong_character_is_rejected(random: u64, at in 0_usize..CODE_LENGTH, wrong in 0..ALPHABET.len()) {
            let mut characters: Vec<u8> =
                Code::from_random(random).as_str()[PREFIX.len()..].bytes().filter(|b| *b != b'-').collect();
            prop_assume!(characters[at] != ALPHABET[wrong]);
            characters[at] = ALPHABET[wrong];
            let typed = format!("{PREFIX}{}", String::from_utf8(characters).unwrap());
            prop_assert_eq!(Code::parse(&typed), None);
        }

        #[test]
        fn parsing_never_panics(text: String) {
            let _ = Code::parse(&text);
        }
    }
}
