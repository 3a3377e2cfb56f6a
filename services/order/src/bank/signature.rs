//! ePoint's signature: base64(SHA-1(key + data + key)). Collisions of SHA-1 do not help, because the key is hashed
//! before and after the data.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha1::{Digest as _, Sha1};
use subtle::ConstantTimeEq as _;

#[derive(Clone)]
pub struct Signer(String);

impl Signer {
    pub fn new(private_key: &str) -> Self {
        Self(private_key.to_owned())
    }

    pub fn sign(&self, data: &str) -> String {
        let hash = Sha1::new().chain_update(&self.0).chain_update(data).chain_update(&self.0).finalize();
        STANDARD.encode(hash)
    }

    /// In constant time.
    pub fn verify(&self, data: &str, signature: &str) -> bool {
        self.sign(data).as_bytes().ct_eq(signature.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Base64 of `{"public_key":"i000000001","amount":"30.75",…}`.
    const DATA: &str = "eyJwdWJsaWNfa2V5IjoiaTAwMDAwMDAwMSIsImFtb3VudCI6IjMwLjc1IiwiY3VycmVuY3kiOiJBWk4iLCJsYW5ndWFnZSI6ImF6Iiwib3JkZXJfaWQiOiJvcmRlci0xIiwiZGVzY3JpcHRpb24iOiJUZXN0IG9yZGVyIn0=";

    const PRIVATE_KEY: &str = "sandbox_private_key_0000000001";
    const SIGNATURE: &str = "A1opyEKPB5Q4lhDyghjock0F7Dw=";

    #[test]
    fn the_signature_equals_the_banks() {
        let signer = Signer::new(PRIVATE_KEY);
        assert_eq!(signer.sign(DATA), SIGNATURE);
        assert!(signer.verify(DATA, SIGNATURE));
    }

    #[test]
    fn a_wrong_key_text_or_signature_is_refused() {
        let signer = Signer::new(PRIVATE_KEY);
        assert!(!Signer::new("sandbox_private_key_0000000002").verify(DATA, SIGNATURE));
        assert!(!signer.verify(&DATA[4..], SIGNATURE));
        for forged in ["", "A1opyEKPB5Q4lhDyghjock0F7Dw", "a1opyEKPB5Q4lhDyghjock0F7Dw="] {
            assert!(!signer.verify(DATA, forged), "{forged}");
        }
    }
}
