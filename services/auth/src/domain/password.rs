//! Passwords are neither trimmed nor case-folded.

use std::sync::Arc;

use super::{email::Email, phone::Phone};

/// Longer input is refused unread.
const MAX_BYTES: usize = 1024;
// The length of a new password in characters.
const MIN_NEW_LENGTH: usize = 8;
const MAX_NEW_LENGTH: usize = 128;
/// The shop's name, which attackers try first.
const CONTEXT_WORDS: [&str; 3] = ["sovqat", "sovqataz", "sovqatcom"];

/// No `Debug`: must not be logged.
#[derive(Clone)]
pub struct Password(Arc<str>);

impl Password {
    /// Parses the password of a sign-in, which may be shorter than a new one.
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        match raw.len() {
            0 => Err("required"),
            1..=MAX_BYTES => Ok(Self(raw.into())),
            _ => Err("too_long"),
        }
    }

    pub fn parse_new(raw: &str) -> Result<Self, &'static str> {
        let password = Self::parse(raw)?;
        match raw.chars().count() {
            ..MIN_NEW_LENGTH => Err("too_short"),
            MIN_NEW_LENGTH..=MAX_NEW_LENGTH => Ok(password),
            _ => Err("too_long"),
        }
    }

    /// Compares with the phone number, the e-mail address, its part before the `@`, and the shop's name.
    pub fn is_guessable_from(&self, email: Option<&Email>, phone: Option<&Phone>) -> bool {
        let typed = self.0.trim().to_lowercase();
        let is_email = email.is_some_and(|email| {
            let name = email.as_str().split('@').next();
            typed == email.as_str() || Some(typed.as_str()) == name
        });
        let letters: String = typed.chars().filter(|c| c.is_alphabetic()).collect();
        let is_shop = CONTEXT_WORDS.contains(&letters.as_str());
        let is_phone = phone.is_some() && Phone::parse(&typed).as_ref() == phone;
        is_email || is_shop || is_phone
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_checked_for_length_only() {
        assert_eq!(Password::parse("").err(), Some("required"));
        assert_eq!(Password::parse(" ").err(), None);
        assert_eq!(Password::parse(&"ə".repeat(513)).err(), Some("too_long"));
        assert_eq!(Password::parse_new("şəkər12").err(), Some("too_short"));
        assert_eq!(Password::parse_new("şəkər123").err(), None);
        assert_eq!(Password::parse_new(&"ə".repeat(128)).err(), None);
        assert_eq!(Password::parse_new(&"ə".repeat(129)).err(), Some("too_long"));
    }

    #[test]
    fn phone_and_email_of_the_owner_are_guessable() {
        let (email, phone) = (Email::parse("aygun.mammadova@example.az"), Phone::parse("0501234567"));
        let is_guessable =
            |raw: &str| Password::parse_new(raw).unwrap().is_guessable_from(email.as_ref(), phone.as_ref());
        for raw in ["Aygun.Mammadova@example.az", "aygun.mammadova", "0501234567", "501234567", "+994 50 123-45-67"] {
            assert!(is_guessable(raw), "{raw}");
        }
        for raw in ["0501234568", "aygun.mammadova!", "example.az"] {
            assert!(!is_guessable(raw), "{raw}");
        }
        assert!(!Password::parse_new("0501234567").unwrap().is_guessable_from(None, None));
    }

    #[test]
    fn the_shops_name_with_digits_is_guessable() {
        let is_guessable = |raw: &str| Password::parse_new(raw).unwrap().is_guessable_from(None, None);
        for raw in ["sovqat12", "Sovqat2026!", "2026-SOVQAT", "sovqat.az", "s.o.v.q.a.t"] {
            assert!(is_guessable(raw), "{raw}");
        }
        for raw in ["sovqat-alici-2026", "mənim sovqatım", "12345678", "sovqa-2026"] {
            assert!(!is_guessable(raw), "{raw}");
        }
    }
}
