//! App installations (clients), whose requests are signed with ES256.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use p256::{
    EncodedPoint,
    ecdsa::{Signature, VerifyingKey, signature::Verifier as _},
};
use sha2::{Digest as _, Sha256};

pub const MAX_PER_ACCOUNT: i64 = 10;
/// Accepted difference between a device's clock and ours.
pub const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);
/// In characters. 16 random bytes in base64url have 22.
const NONCE: std::ops::RangeInclusive<usize> = 16..=64;
const COORDINATE_BYTES: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

/// The invalid member of a JWK, and the error code.
pub type JwkError = (&'static str, &'static str);

impl PublicKey {
    /// Parses a JWK (RFC 7517).
    pub fn parse_jwk(kty: &str, crv: &str, x: &str, y: &str) -> Result<Self, JwkError> {
        let expect = |field, given: &str, expected| match given {
            "" => Err((field, "required")),
            given if given == expected => Ok(()),
            _ => Err((field, "unknown_value")),
        };
        expect("publicKey.kty", kty, "EC")?;
        expect("publicKey.crv", crv, "P-256")?;
        let (x, y) = (coordinate("publicKey.x", x)?, coordinate("publicKey.y", y)?);
        let point = EncodedPoint::from_affine_coordinates(&x.into(), &y.into(), false);
        VerifyingKey::from_encoded_point(&point).map(Self).map_err(|_| ("publicKey", "invalid"))
    }

    /// SEC 1.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        VerifyingKey::from_sec1_bytes(bytes).ok().map(Self)
    }

    /// Returns the uncompressed point (SEC 1).
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_encoded_point(false).as_bytes().to_vec()
    }

    /// The key's id: its JWK thumbprint (RFC 7638).
    pub fn thumbprint(&self) -> String {
        let point = self.0.to_encoded_point(false);
        let text = |coordinate: Option<&p256::FieldBytes>| {
            coordinate.map(|bytes| URL_SAFE_NO_PAD.encode(bytes)).unwrap_or_default()
        };
        let (x, y) = (text(point.x()), text(point.y()));
        URL_SAFE_NO_PAD.encode(Sha256::digest(format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#)))
    }

    pub fn has_signed(&self, message: &Signed) -> bool {
        self.0.verify(&message.base, &message.signature).is_ok()
    }
}

fn coordinate(field: &'static str, raw: &str) -> Result<[u8; COORDINATE_BYTES], JwkError> {
    if raw.is_empty() {
        return Err((field, "required"));
    }
    let bytes = URL_SAFE_NO_PAD.decode(raw).map_err(|_| (field, "invalid"))?;
    bytes.try_into().map_err(|_| (field, "invalid"))
}

/// A signed message, whose signature is not verified yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    pub key_id: String,
    /// The signed text (RFC 9421).
    pub base: Vec<u8>,
    pub signature: Signature,
    pub created: DateTime<Utc>,
    pub nonce: String,
}

impl Signed {
    pub fn parse(key_id: &str, base: &[u8], signature: &[u8], created: i64, nonce: &str) -> Option<Self> {
        let is_nonce = NONCE.contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_nonce {
            return None;
        }
        Some(Self {
            key_id: key_id.to_owned(),
            base: base.to_vec(),
            signature: Signature::from_slice(signature).ok()?,
            created: DateTime::from_timestamp(created, 0)?,
            nonce: nonce.to_owned(),
        })
    }

    pub fn is_timely(&self, now: DateTime<Utc>) -> bool {
        (now - self.created).abs() <= CLOCK_SKEW
    }

    /// Returns until when the nonce must be stored.
    pub fn expires_at(&self) -> DateTime<Utc> {
        self.created + CLOCK_SKEW
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::{SigningKey, signature::Signer as _};

    use super::*;

    /// The example key of RFC 7517, appendix A.1.
    const X: &str = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4";
    const Y: &str = "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM";
    /// Unix seconds.
    const SIGNED_AT: i64 = 1_790_000_000;

    /// Signs with a fixed key.
    fn signed(message: &[u8], nonce: &str, created: i64) -> Option<Signed> {
        let key = SigningKey::from_slice(&[7; 32]).unwrap();
        let signature: Signature = key.sign(message);
        Signed::parse("key", message, &signature.to_bytes(), created, nonce)
    }

    #[test]
    fn a_jwk_is_parsed_and_identified_by_its_thumbprint() {
        let key = PublicKey::parse_jwk("EC", "P-256", X, Y).unwrap();
        // Computed in Python.
        assert_eq!(key.thumbprint(), "cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s");
        assert_eq!(PublicKey::from_bytes(&key.to_bytes()), Some(key));
    }

    #[test]
    fn an_invalid_jwk_is_refused_with_its_member() {
        let fault = |kty, crv, x, y| PublicKey::parse_jwk(kty, crv, x, y).unwrap_err();
        assert_eq!(fault("", "P-256", X, Y), ("publicKey.kty", "required"));
        assert_eq!(fault("RSA", "P-256", X, Y), ("publicKey.kty", "unknown_value"));
        assert_eq!(fault("EC", "P-384", X, Y), ("publicKey.crv", "unknown_value"));
        assert_eq!(fault("EC", "P-256", "", Y), ("publicKey.x", "required"));
        assert_eq!(fault("EC", "P-256", X, "AAAA"), ("publicKey.y", "invalid"));
        assert_eq!(fault("EC", "P-256", X, "not base64!"), ("publicKey.y", "invalid"));
        assert_eq!(fault("EC", "P-256", X, X), ("publicKey", "invalid"), "not a point on the curve");
        assert_eq!(PublicKey::from_bytes(&[4; 65]), None);
    }

    #[test]
    fn a_signature_verifies_only_with_its_key_and_message() {
        let key = PublicKey(*SigningKey::from_slice(&[7; 32]).unwrap().verifying_key());
        let other = PublicKey(*SigningKey::from_slice(&[8; 32]).unwrap().verifying_key());
        let message = signed(b"\"@method\": POST", "a-nonce-of-16-ch", SIGNED_AT).unwrap();
        assert!(key.has_signed(&message));
        assert!(!other.has_signed(&message), "another key");
        assert!(!key.has_signed(&Signed { base: b"\"@method\": PUT".to_vec(), ..message }));
    }

    #[test]
    fn a_signature_is_accepted_within_five_minutes() {
        let message = signed(b"m", "0123456789abcdef", SIGNED_AT).unwrap();
        let at = |seconds| DateTime::from_timestamp(SIGNED_AT + seconds, 0).unwrap();
        assert_eq!(
            [-301, -300, 0, 300, 301].map(|offset| message.is_timely(at(offset))),
            [false, true, true, true, false]
        );
        assert_eq!(message.expires_at(), at(300));
    }

    #[test]
    fn malformed_signatures_are_refused() {
        for nonce in ["", "too-short", "with space 012345", &"a".repeat(65), "çox-qısa-deyil-amma"] {
            assert_eq!(signed(b"m", nonce, SIGNED_AT), None, "{nonce}");
        }
        assert_eq!(signed(b"m", "0123456789abcdef", i64::MAX), None);
        let (zeros, too_short) = ([0_u8; 64], [1_u8; 63]);
        for signature in [&zeros[..], &too_short, &[]] {
            assert_eq!(Signed::parse("key", b"m", signature, SIGNED_AT, "0123456789abcdef"), None);
        }
    }
}
