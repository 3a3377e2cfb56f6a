//! Random tokens of 256 bits. A fast hash is enough, because they cannot be guessed.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rand::{CryptoRng, RngCore};
use sha2::{Digest as _, Sha256};

/// In bytes.
const LENGTH: usize = 32;

/// No `Debug`: must not be logged.
pub struct Token([u8; LENGTH]);

/// The SHA-256 hash of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHash([u8; 32]);

impl Token {
    pub fn random(rng: &mut (impl RngCore + CryptoRng)) -> Self {
        let mut bytes = [0; LENGTH];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    pub fn parse(raw: &str) -> Option<Self> {
        let mut bytes = [0; LENGTH];
        let length = URL_SAFE_NO_PAD.decode_slice(raw, &mut bytes).ok()?;
        (length == LENGTH).then_some(Self(bytes))
    }

    /// As base64url, for its owner.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl TokenHash {
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_revealed_token_parses_to_itself(bytes: [u8; 32]) {
            let token = Token(bytes);
            let again = Token::parse(&token.reveal());
            prop_assert_eq!(again.map(|token| token.hash()), Some(token.hash()));
        }

        #[test]
        fn parsing_never_panics(raw in any::<String>()) {
            if let Some(token) = Token::parse(&raw) {
                prop_assert_eq!(token.reveal(), raw);
            }
        }
    }
}
