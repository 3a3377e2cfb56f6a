//! Defines the changes of an account's profile (name, birth date and language), and checks them.

use chrono::NaiveDate;
use kit::Language;

/// Allowed length of a name in characters.
pub const NAME: std::ops::RangeInclusive<usize> = 1..=60;

/// The changes of a profile. Fields that are `None` stay unchanged.
#[derive(Debug, Default)]
pub struct Changes {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub birth_date: Option<BirthDate>,
    pub language: Option<Language>,
}

/// A change of the birth date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BirthDate {
    Set(NaiveDate),
    Removed,
}

impl BirthDate {
    /// Returns the new birth date, or `None` if it was removed.
    pub fn date(self) -> Option<NaiveDate> {
        match self {
            Self::Set(date) => Some(date),
            Self::Removed => None,
        }
    }
}

/// Parses a language code. Tags such as `ru-RU` are refused.
pub fn parse_language(raw: &str) -> Result<Language, &'static str> {
    Language::ALL.into_iter().find(|language| language.code() == raw).ok_or("unknown_value")
}
