//! Signatures of ePoint's API: base64(SHA-1(key + data + key)) with a shared key. `data` is the payload in base64.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value;
use sha1::{Digest as _, Sha1};

#[derive(Clone)]
pub struct Signer(String);

impl Signer {
    pub fn new(key: &str) -> Self {
        Self(key.to_owned())
    }

    pub fn sign(&self, data: &str) -> String {
        let key = self.0.as_bytes();
        STANDARD.encode(Sha1::digest([key, data.as_bytes(), key].concat()))
    }

    /// Returns the payload, or `None` if the signature or the payload is invalid.
    pub fn open(&self, data: &str, signature: &str) -> Option<Value> {
        if self.sign(data) != signature {
            return None;
        }
        serde_json::from_slice(&STANDARD.decode(data).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_payload_opens_only_with_its_key() {
        let data = STANDARD.encode(json!({ "order_id": "order-1" }).to_string());
        let signer = Signer::new("sandbox_private_key_0000000001");
        assert_eq!(signer.open(&data, &signer.sign(&data)).unwrap()["order_id"], "order-1");
        assert_eq!(Signer::new("another").open(&data, &signer.sign(&data)), None);
    }
}
