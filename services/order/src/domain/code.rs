//! Order codes such as `SQ-7K4M-29`, which customers read aloud on the phone.
//!
//! The last character is a check character, a weighted sum modulo 29 (the number of allowed characters). As 29 is
//! prime, it detects every wrong character and every swap of adjacent characters. The other characters are random, so
//! that codes do not reveal the number of orders.

use std::fmt;

/// Without characters that look or sound alike.
const ALPHABET: &[u8; 29] = b"23456789ACDEFGHJKMNPQRTUVWXYZ";
const PREFIX: &str = "SQ";
/// Characters after the prefix: the check character, and five random ones for twenty million codes.
const SHORT: usize = 6;
const LONG: usize = 8;
/// Characters between two dashes.
const GROUP: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Short,
    /// Used when several short codes already exist.
    Long,
}

/// Tries to find an unused code.
pub const MAX_TRIES: u32 = 8;
/// Tries before a longer code is used.
const SHORT_TRIES: u32 = 3;

impl Length {
    /// `attempt` counts from 0.
    pub fn of_attempt(attempt: u32) -> Self {
        if attempt < SHORT_TRIES { Self::Short } else { Self::Long }
    }
}

impl Code {
    pub fn from_random(length: Length, random: u64) -> Self {
        Self(from_random(PREFIX, if length == Length::Short { SHORT } else { LONG }, random))
    }

    /// Accepts either case, missing dashes, and S or B for 5 or 8.
    pub fn parse(raw: &str) -> Option<Self> {
        parse(PREFIX, &[SHORT, LONG], raw).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

pub(super) fn from_random(prefix: &str, length: usize, mut random: u64) -> String {
    let mut values = Vec::with_capacity(length);
    for _ in 1..length {
        values.push(random % ALPHABET.len() as u64);
        random /= ALPHABET.len() as u64;
    }
    values.push(check_value(&values));
    to_text(prefix, &values)
}

/// Returns the code as it is stored.
pub(super) fn parse(prefix: &str, lengths: &[usize], raw: &str) -> Option<String> {
    let typed = without_dashes(raw);
    let characters = typed.strip_prefix(prefix)?;
    if !lengths.contains(&characters.len()) {
        return None;
    }
    let values: Vec<u64> = characters.bytes().map(value_of).collect::<Option<_>>()?;
    let (check, random) = values.split_last()?;
    (*check == check_value(random)).then(|| to_text(prefix, &values))
}

/// Values are indexes of the alphabet.
fn to_text(prefix: &str, values: &[u64]) -> String {
    let mut text = prefix.to_owned();
    for group in values.chunks(GROUP) {
        text.push('-');
        text.extend(group.iter().map(|value| char::from(ALPHABET[*value as usize])));
    }
    text
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the typed beginning of a code as it is stored. One character would match too many codes.
pub fn search_prefix(raw: &str) -> Option<String> {
    let typed = without_dashes(raw);
    let characters = typed.strip_prefix(PREFIX).unwrap_or(&typed);
    if !(2..=LONG).contains(&characters.len()) {
        return None;
    }
    let values: Vec<u64> = characters.bytes().map(value_of).collect::<Option<_>>()?;
    Some(to_text(PREFIX, &values))
}

fn without_dashes(raw: &str) -> String {
    let characters = raw.chars().filter(|character| !matches!(character, '-' | ' '));
    characters.map(|character| character.to_ascii_uppercase()).collect()
}

/// S and B are often typed for 5 and 8.
fn value_of(character: u8) -> Option<u64> {
    let character = match character {
        b'S' => b'5',
        b'B' => b'8',
        other => other,
    };
    ALPHABET.iter().position(|allowed| *allowed == character).map(|place| place as u64)
}

/// The weights are distinct modulo 29, and none is 0.
fn check_value(values: &[u64]) -> u64 {
    let sum: u64 = values.iter().zip(2..).map(|(value, weight)| value * weight).sum();
    sum % ALPHABET.len() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_code() -> impl Strategy<Value = Code> {
        (any::<u64>(), any::<bool>()).prop_map(|(random, is_short)| {
            Code::from_random(if is_short { Length::Short } else { Length::Long }, random)
        })
    }

    fn without_prefix(code: &Code) -> String {
        code.as_str()["SQ-".len()..].replace('-', "")
    }

    proptest! {
        #[test]
        fn code_is_parsed_in_any_spelling(code in any_code()) {
            let sloppy = code.as_str().to_lowercase().replace('-', " ").replace('5', "s").replace('8', "b");
            prop_assert_eq!(Code::parse(&sloppy), Some(code));
        }

        #[test]
        fn wrong_character_is_detected(code in any_code(), which: prop::sample::Index, wrong in 0_usize..29) {
            let after_prefix = code.as_str().char_indices().skip("SQ-".len());
            let places: Vec<_> = after_prefix.filter(|(_, character)| *character != '-').collect();
            let (at, right) = places[which.index(places.len())];
            let wrong = char::from(ALPHABET[wrong]);
            prop_assume!(wrong != right);
            let mut typed = code.as_str().to_owned();
            typed.replace_range(at..=at, &wrong.to_string());
            prop_assert_eq!(Code::parse(&typed), None);
        }

        #[test]
        fn transposed_characters_are_detected(code in any_code(), which: prop::sample::Index) {
            let mut characters: Vec<char> = without_prefix(&code).chars().collect();
            let at = which.index(characters.len() - 1);
            prop_assume!(characters[at] != characters[at + 1]);
            characters.swap(at, at + 1);
            let typed: String = characters.into_iter().collect();
            prop_assert_eq!(Code::parse(&format!("SQ{typed}")), None);
        }

        #[test]
        fn any_prefix_can_be_searched(code in any_code(), length in 2_usize..=6, text: String) {
            let beginning: String = without_prefix(&code).chars().take(length).collect();
            prop_assert!(code.as_str().starts_with(&search_prefix(&beginning).unwrap()));
            // No text makes these functions panic.
            let (_, _) = (Code::parse(&text), search_prefix(&text));
        }
    }

    #[test]
    fn codes_have_a_prefix_and_groups_of_four() {
        insta::assert_snapshot!(Code::from_random(Length::Short, 123_456_789), @"SQ-PMZJ-2J");
        insta::assert_snapshot!(Code::from_random(Length::Long, 123_456_789), @"SQ-PMZJ-282Z");
    }
}
