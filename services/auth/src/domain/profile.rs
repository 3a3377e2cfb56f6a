use chrono::NaiveDate;
use kit::Language;

/// In characters.
pub const NAME: std::ops::RangeInclusive<usize> = 1..=60;

/// `None` keeps a field.
#[derive(Debug, Default)]
pub struct Changes {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub birth_date: Option<BirthDate>,
    pub language: Option<Language>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BirthDate {
    Set(NaiveDate),
    Removed,
}

impl BirthDate {
    pub fn date(self) -> Option<NaiveDate> {
        match self {
            Self::Set(date) => Some(date),
            Self::Removed => None,
        }
    }
}

/// Refuses tags such as `ru-RU`.
pub fn parse_language(raw: &str) -> Result<Language, &'static str> {
    Language::ALL.into_iter().find(|language| language.code() == raw).ok_or("unknown_value")
}
