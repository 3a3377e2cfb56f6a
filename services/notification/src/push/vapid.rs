//! VAPID signatures (RFC 8292). Browsers accept only the key with which they subscribed.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use p256::{
    SecretKey,
    ecdsa::{Signature, SigningKey, signature::Signer as _},
    elliptic_curve::sec1::ToEncodedPoint as _,
};
use serde_json::json;
use url::Url;

/// Push services reject more than 24 hours.
const TOKEN_LIFETIME: TimeDelta = TimeDelta::hours(12);

#[derive(Clone)]
pub struct Vapid {
    key: SigningKey,
    /// In base64url.
    pub public_key: String,
    /// A `mailto:` URL for problems with pushes.
    contact: String,
}

impl Vapid {
    pub fn new(secret: &[u8; 32], contact: &str) -> anyhow::Result<Self> {
        let secret = SecretKey::from_slice(secret).ok().context("the key for signing pushes is invalid")?;
        let public_key = URL_SAFE_NO_PAD.encode(secret.public_key().to_encoded_point(false).as_bytes());
        Ok(Self { key: SigningKey::from(secret), public_key, contact: format!("mailto:{contact}") })
    }

    pub fn authorization(&self, endpoint: &Url, now: DateTime<Utc>) -> String {
        let audience = endpoint.origin().ascii_serialization();
        let claims = json!({ "aud": audience, "exp": (now + TOKEN_LIFETIME).timestamp(), "sub": self.contact });
        let encode = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let unsigned_token = format!("{}.{}", encode(&json!({ "typ": "JWT", "alg": "ES256" })), encode(&claims));
        let signature: Signature = self.key.sign(unsigned_token.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={unsigned_token}.{signature}, k={}", self.public_key)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::{VerifyingKey, signature::Verifier as _};

    use super::*;

    #[test]
    fn push_has_a_verifiable_vapid_signature() {
        let vapid = Vapid::new(&[7; 32], "salam@sovqat.az").unwrap();
        let now: DateTime<Utc> = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let endpoint = "https://push.example.net/push/abc?x=1".parse().unwrap();
        let header = vapid.authorization(&endpoint, now);
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let key = VerifyingKey::from_sec1_bytes(&bytes(key)).unwrap();
        key.verify(signed.as_bytes(), &Signature::from_slice(&bytes(signature)).unwrap()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&bytes(signed.split_once('.').unwrap().1)).unwrap();
        let expiry = (now + TimeDelta::hours(12)).timestamp();
        let expected = json!({ "aud": "https://push.example.net", "exp": expiry, "sub": "mailto:salam@sovqat.az" });
        assert_eq!(claims, expected);
    }
}
