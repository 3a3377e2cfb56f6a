use super::{email::Email, phone::Phone};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Login {
    Phone(Phone),
    Email(Email),
}

impl Login {
    /// A text with an `@` is an e-mail address, any other a phone number.
    pub fn parse(raw: &str) -> Option<Self> {
        if raw.contains('@') { Email::parse(raw).map(Self::Email) } else { Phone::parse(raw).map(Self::Phone) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_login_with_an_at_sign_is_an_email_address() {
        assert!(matches!(Login::parse("050 123 45 67"), Some(Login::Phone(_))));
        assert!(matches!(Login::parse("0501234567@example.az"), Some(Login::Email(_))));
        assert_eq!(Login::parse("' or 1=1 --"), None);
    }

    proptest! {
        #[test]
        fn parsing_never_panics_and_ignores_surrounding_space(raw in any::<String>()) {
            let parsed = Login::parse(&raw);
            prop_assert_eq!(Login::parse(raw.trim()), parsed);
        }
    }
}
