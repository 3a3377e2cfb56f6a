//! A password on its way to the hasher. It has no `Debug`, so that it cannot be logged by mistake.
//!
//! Nothing is trimmed or folded: what was chosen is what must be typed. There are no rules of composition, only of length.

use std::sync::Arc;

/// Longer ones would only cost the hasher time.
const LONGEST_BYTES: usize = 1024;
const SHORTEST_CHOSEN: usize = 8;

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
        if raw.chars().count() < SHORTEST_CHOSEN { Err("too_short") } else { Ok(password) }
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
    }
}
