//! Secret tokens in the addresses of the home page's previews.

use rand::{CryptoRng, RngCore};

/// In bytes. Too long to be guessed.
const LENGTH: usize = 16;
const DIGITS: usize = 2 * LENGTH;

/// The hexadecimal digits that select a preview.
pub struct PreviewToken(String);

impl PreviewToken {
    pub fn random(rng: &mut (impl RngCore + CryptoRng)) -> Self {
        let mut bytes = [0; LENGTH];
        rng.fill_bytes(&mut bytes);
        Self(format!("{:032x}", u128::from_be_bytes(bytes)))
    }

    pub fn parse(raw: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        (raw.len() == DIGITS && raw.bytes().all(is_digit)).then(|| Self(raw.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::OsRng;

    use super::*;

    #[test]
    fn only_tokens_of_the_right_form_are_parsed() {
        let token = PreviewToken::random(&mut OsRng).into_string();
        assert_eq!(PreviewToken::parse(&token).map(PreviewToken::into_string), Some(token.clone()));
        let (longer, upper_case) = (format!("{token}0"), "A".repeat(DIGITS));
        for wrong in ["", "0", &token[1..], longer.as_str(), upper_case.as_str()] {
            assert!(PreviewToken::parse(wrong).is_none(), "{wrong}");
        }
    }
}
