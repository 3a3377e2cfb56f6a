//! Rules for reviews and replies: lengths, daily limits, moderation, the shown name of the author, and the mean rating.

use std::ops::RangeInclusive;

use super::suspicion::{self, Suspicion};

/// Permitted numbers of stars.
pub const RATING_RANGE: RangeInclusive<i32> = 1..=5;
/// Length of a review, in characters.
pub const TEXT_LENGTH: RangeInclusive<usize> = 10..=2_000;
/// Length of a reply, in characters.
pub const REPLY_LENGTH: RangeInclusive<usize> = 2..=1_000;
/// Length of the reason of a moderator, in characters.
pub const REASON_LENGTH: RangeInclusive<usize> = 3..=500;
/// Maximum number of reviews per account and day.
pub const REVIEWS_PER_DAY: i64 = 20;
/// Maximum number of replies per account and day.
pub const REPLIES_PER_DAY: i64 = 50;

/// A review as its author sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub rating: i16,
    pub text: String,
}

/// The state of a review or reply. A `Pending` text waits for a moderator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Pending,
    Published,
    Rejected,
}

impl State {
    /// The value in the database. The check constraints list the same names.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Decides whether a text is published at once. A suspicious text waits for a moderator.
pub fn screen(text: &str) -> (State, Option<Suspicion>) {
    match suspicion::detect(text) {
        None => (State::Published, None),
        suspicion => (State::Pending, suspicion),
    }
}

/// The order of a product's reviews: by date, or by stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Newest,
    Best,
    Worst,
}

/// Returns the first name and the initial of the last name, such as `Aysel M.`, so that the author cannot be
/// identified.
pub fn display_name(first_name: &str, last_name: &str) -> String {
    let first = first_name.trim();
    match last_name.trim().chars().next() {
        Some(initial) if !first.is_empty() => format!("{first} {}.", uppercase(initial)),
        _ => first.to_owned(),
    }
}

/// Returns the upper case by the rules of Azerbaijani, in which i becomes İ.
fn uppercase(letter: char) -> String {
    if letter == 'i' { "İ".to_owned() } else { letter.to_uppercase().collect() }
}

/// Returns the mean rating in tenths of a star, from the numbers of reviews with 1 to 5 stars. Rounds half up, like
/// `db/rating.rs`.
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
        assert_eq!(rating([1, 0, 0, 0, 2]), 37);
        assert_eq!(rating([0, 0, 0, 3, 17]), 49, "4.85 is 4.9");
    }
}
