//! A password on its way to the hasher. It has no `Debug`, so that it cannot be logged by mistake.
//!
//! Nothing is trimmed or folded: what was chosen is what must be typed. There are no rules of composition, only of length, and
//! that it is not what a stranger would try first.

use std::sync::Arc;

use super::{email::Email, phone::Phone};

/// Longer ones would only cost the hasher time.
const LONGEST_BYTES: usize = 1024;
const SHORTEST_CHOSEN: usize = 8;
const LONGEST_CHOSEN: usize = 128;

#[derive(Clone)]
pub struct Password(Arc<str>);

impl Password {
    /// Typed to sign in: it may be of any length that could ever have been chosen, and shorter.
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        match raw.len() {
            0 => Err("required"),
            1..=LONGEST_BYTES => Ok(Self(raw.into())),
            _ => Err("too_long"),
        }
    }

    /// Chosen for an account.
    pub fn choose(raw: &str) -> Result<Self, &'static str> {
        let password = Self::parse(raw)?;
        match raw.chars().count() {
            ..SHORTEST_CHOSEN => Err("too_short"),
            SHORTEST_CHOSEN..=LONGEST_CHOSEN => Ok(password),
            _ => Err("too_long"),
        }
    }

    /// Whether it is how the account signs in, in whatever form, or the name in its e-mail address.
    pub fn is_guessable_from(&self, email: Option<&Email>, phone: Option<&Phone>) -> bool {
        let typed = self.0.trim().to_lowercase();
        let is_email = email.is_some_and(|email| {
            let name = email.as_str().split('@').next();
            typed == email.as_str() || Some(typed.as_str()) == name
        });
        is_email || phone.is_some() && Phone::parse(&typed).as_ref() == phone
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
    fn length_is_the_only_rule() {
        assert_eq!(Password::parse("").err(), Some("required"));
        assert_eq!(Password::parse(" ").err(), None);
        assert_eq!(Password::parse(&"ə".repeat(513)).err(), Some("too_long"));
        assert_eq!(Password::choose("şəkər12").err(), Some("too_short"));
        assert_eq!(Password::choose("şəkər123").err(), None);
        assert_eq!(Password::choose(&"ə".repeat(128)).err(), None);
        assert_eq!(Password::choose(&"ə".repeat(129)).err(), Some("too_long"));
    }

    #[test]
    fn what_everybody_knows_of_its_owner_is_guessable() {
        let (email, phone) = (Email::parse("aygun.mammadova@example.az"), Phone::parse("0501234567"));
        let is_guessable = |raw: &str| Password::choose(raw).unwrap().is_guessable_from(email.as_ref(), phone.as_ref());
        for raw in ["Aygun.Mammadova@example.az", "aygun.mammadova", "0501234567", "501234567", "+994 50 123-45-67"] {
            assert!(is_guessable(raw), "{raw}");
        }
        for raw in ["0501234568", "aygun.mammadova!", "example.az"] {
            assert!(!is_guessable(raw), "{raw}");
        }
        assert!(!Password::choose("0501234567").unwrap().is_guessable_from(None, None));
    }
}
