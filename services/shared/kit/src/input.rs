//! Checks of request fields. A failed check is a code such as `too_long`, which the gateway translates.

use std::{borrow::Cow, ops::RangeInclusive};

use proto::common::LocalText;

use crate::{Error, Result, error::FieldError};

#[derive(Debug, Default)]
pub struct Checks(Vec<FieldError>);

impl Checks {
    pub fn take<T>(&mut self, field: impl Into<Cow<'static, str>>, parsed: Result<T, &'static str>) -> Option<T> {
        match parsed {
            Ok(value) => Some(value),
            Err(code) => {
                self.fail(field, code);
                None
            }
        }
    }

    pub fn fail(&mut self, field: impl Into<Cow<'static, str>>, code: &'static str) {
        self.0.push(FieldError { field: field.into(), code });
    }

    /// Codes are recorded under `field.az` and so on. Empty translations are left out.
    pub fn local_text(
        &mut self,
        field: &str,
        raw: Option<LocalText>,
        length: RangeInclusive<usize>,
        parse: fn(&str, RangeInclusive<usize>) -> Result<String, &'static str>,
    ) -> Option<LocalText> {
        let Some(raw) = raw else {
            self.fail(field.to_owned(), "required");
            return None;
        };
        let translation = |raw: Option<String>| {
            let text = parse(raw.as_deref().unwrap_or_default(), 0..=*length.end())?;
            Ok(Some(text).filter(|text| !text.is_empty()))
        };
        let az = self.take(format!("{field}.az"), parse(&raw.az, length.clone()));
        let ru = self.take(format!("{field}.ru"), translation(raw.ru));
        let en = self.take(format!("{field}.en"), translation(raw.en));
        Some(LocalText { az: az?, ru: ru?, en: en? })
    }

    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::Invalid(self.0)) }
    }
}

/// The length counts characters.
pub fn text(raw: &str, length: RangeInclusive<usize>) -> Result<String, &'static str> {
    let trimmed = raw.trim();
    if trimmed.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t')) {
        return Err("invalid_characters");
    }
    match trimmed.chars().count() {
        0 if *length.start() > 0 => Err("required"),
        n if n < *length.start() => Err("too_short"),
        n if n > *length.end() => Err("too_long"),
        _ => Ok(trimmed.to_owned()),
    }
}

/// Refuses line breaks, which could forge mail headers.
pub fn single_line(raw: &str, length: RangeInclusive<usize>) -> Result<String, &'static str> {
    let text = text(raw, length)?;
    if text.chars().any(char::is_control) { Err("invalid_characters") } else { Ok(text) }
}

/// An id that is not positive belongs to no row.
pub fn id(raw: i64, not_found: &'static str) -> Result<i64> {
    if raw > 0 { Ok(raw) } else { Err(Error::NotFound(not_found)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_line_breaks() {
        assert_eq!(single_line(" Aygün ", 1..=100).as_deref(), Ok("Aygün"));
        assert_eq!(single_line("A\r\nBcc: c@d.az", 1..=100), Err("invalid_characters"));
        assert_eq!(single_line(" ", 1..=100), Err("required"));
    }

    #[test]
    fn texts_are_checked_in_each_language() {
        let local = |az: &str, ru: &str| LocalText { az: az.to_owned(), ru: Some(ru.to_owned()), en: None };
        let mut checks = Checks::default();
        let parsed = checks.local_text("name", Some(local(" Güllər ", " ")), 1..=10, single_line);
        assert_eq!(parsed, Some(LocalText { az: "Güllər".to_owned(), ru: None, en: None }));
        checks.local_text("name", Some(local("", "Слишком длинно")), 1..=10, single_line);
        checks.local_text("unit", None, 1..=10, text);
        assert_eq!(checks.finish().unwrap_err().to_string(), "name.az: required, name.ru: too_long, unit: required");
    }

    #[test]
    fn every_broken_rule_of_a_message_is_reported() {
        let mut checks = Checks::default();
        let login = checks.take("login", text(" aygun ", 1..=255));
        checks.take("name", text("a\0b", 1..=255));
        checks.take("password", text("", 1..=1024));
        assert_eq!(login.as_deref(), Some("aygun"));
        assert_eq!(checks.finish().unwrap_err().to_string(), "name: invalid_characters, password: required");
    }
}
