//! What people may change about themselves. What is none stays as it is.
//!
//! Roles, the account number and being a blogger are not here: no form reaches them.

use chrono::NaiveDate;
use kit::Language;

pub const NAME: std::ops::RangeInclusive<usize> = 1..=60;

#[derive(Debug, Default)]
pub struct Changes {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub birth_date: Option<BirthDate>,
    pub language: Option<Language>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BirthDate {
    Told(NaiveDate),
    TakenBack,
}

impl BirthDate {
    pub fn known(self) -> Option<NaiveDate> {
        match self {
            Self::Told(date) => Some(date),
            Self::TakenBack => None,
        }
    }
}

/// Only the codes themselves: a tag such as `ru-RU` is for headers.
pub fn parse_language(raw: &str) -> Result<Language, &'static str> {
    Language::ALL.into_iter().find(|language| language.code() == raw).ok_or("unknown_value")
}
