//! Rules for reviews and replies.

use std::ops::RangeInclusive;

use super::suspicion::{self, Suspicion};

pub const RATING_RANGE: RangeInclusive<i32> = 1..=5;
// In characters.
pub const TEXT_LENGTH: RangeInclusive<usize> = 10..=2_000;
pub const REPLY_LENGTH: RangeInclusive<usize> = 2..=1_000;
pub const REASON_LENGTH: RangeInclusive<usize> = 3..=500;
pub const REVIEWS_PER_DAY: i64 = 20;
pub const REPLIES_PER_DAY: i64 = 50;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub rating: i16,
    pub text: String,
}

/// A `Pending` text waits for a moderator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Pending,
    Published,
    Rejected,
}

impl State {
    /// As in the check constraint.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

pub fn screen(text: &str) -> (State, Option<Suspicion>) {
    match suspicion::detect(text) {
        None => (State::Published, None),
        suspicion => (State::Pending, suspicion),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Newest,
    Best,
    Worst,
}

/// Shortens the last name, as in `Aysel M.`.
pub fn display_name(first_name: &str, last_name: &str) -> String {
    let first = first_name.trim();
    match last_name.trim().chars().next() {
        Some(initial) if !first.is_empty() => format!("{first} {}.", uppercase(initial)),
        _ => first.to_owned(),
    }
}

/// In Azerbaijani, the upper case of i is İ.
fn uppercase(letter: char) -> String {
    if letter == 'i' { "İ".to_owned() } else { letter.to_uppercase().collect() }
}

/// Returns the mean in tenths of a star, rounded half up like `db/rating.rs`.
pub fn rating(star_counts: [i64; 5]) -> i16 {
    let count: i64 = star_counts.iter().sum();
    let sum: i64 = star_counts.iter().zip(1..).map(|(count, stars)| count * stars).sum();
    if count == 0 { 0 } else { i16::try_from((20 * sum + count) / (2 * count)).unwrap_or(50) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_name_has_first_name_and_initial() {
        for (first, last, shown) in [
            ("Aysel", "Məmmədova", "Aysel M."),
            ("Elçin", "ibrahimov", "Elçin İ."),
            ("Анна", "", "Анна"),
            (" Nigar ", " əliyeva", "Nigar Ə."),
            ("", "Quliyev", ""),
        ] {
            assert_eq!(display_name(first, last), shown);
        }
    }

    #[test]
    fn ratings_are_rounded_to_tenths() {
        assert_eq!(rating([0; 5]), 0);
        assert_eq!(rating([0, 0, 0, 1, 1]), 45);
        assert_eq!(rating([1, 0, 0, 0, 2]), 37, "11 / 3 is 3.67");
        assert_eq!(rating([0, 0, 0, 3, 17]), 49, "4.85 is 4.9");
    }
}
