//! Tokens in customers' links are derived from the request's code and not stored. Requests store their hash, so that
//! links stay valid when the service's secret changes.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::code::RequestCode;

/// Separates links from other values derived from the secret.
const PURPOSE: &[u8] = b"sovqat.order.wholesale.v1";
/// In bytes.
const MAX_LENGTH: usize = 128;

#[derive(Clone)]
pub struct LinkKey(Hmac<Sha256>);

/// Anyone who has the token may see and accept the request's quote.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl LinkKey {
    pub fn new(secret: &str) -> Option<Self> {
        Hmac::new_from_slice(secret.as_bytes()).ok().map(Self)
    }

    pub fn token(&self, code: &RequestCode) -> Token {
        let mut mac = self.0.clone();
        mac.update(PURPOSE);
        mac.update(code.as_str().as_bytes());
        Token(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}

impl Token {
    pub fn parse(raw: &str) -> Option<Self> {
        let is_valid = !raw.is_empty() && raw.len() <= MAX_LENGTH && raw.bytes().all(|byte| byte.is_ascii_graphic());
        is_valid.then(|| Self(raw.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Compares in constant time.
    pub fn matches(&self, hash: &[u8]) -> bool {
        self.hash().ct_eq(hash).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_differ_by_request_and_by_secret() {
        let key = LinkKey::new("one secret of thirty-two characters").unwrap();
        let [one, other] = [1, 2].map(RequestCode::from_random);
        let hash = key.token(&one).hash();
        assert!(key.token(&one).matches(&hash));
        assert!(!key.token(&other).matches(&hash));
        assert!(!LinkKey::new("another secret of the same length..").unwrap().token(&one).matches(&hash));
        for wrong in ["", "a b", &"a".repeat(129)] {
            assert!(Token::parse(wrong).is_none(), "{wrong}");
        }
    }
}
