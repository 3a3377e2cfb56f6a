//! Hashes guessable values, such as phone numbers, with a secret key (HMAC).

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

pub type Digest = [u8; 32];

#[derive(Clone)]
pub struct KeyedHasher(Hmac<Sha256>);

impl KeyedHasher {
    /// `use_name` separates the uses of a secret.
    pub fn new(secret: &[u8], use_name: &str) -> anyhow::Result<Self> {
        let derived = Hmac::<Sha256>::new_from_slice(secret)?.chain_update(use_name).finalize().into_bytes();
        Ok(Self(Hmac::new_from_slice(&derived)?))
    }

    /// The parts `["a", "bc"]` and `["ab", "c"]` have different hashes.
    pub fn hash(&self, purpose: &str, parts: &[&str]) -> Digest {
        self.mac(purpose, parts).finalize().into_bytes().into()
    }

    /// Compares in constant time.
    pub fn matches(&self, hash: &[u8], purpose: &str, parts: &[&str]) -> bool {
        self.mac(purpose, parts).verify_slice(hash).is_ok()
    }

    fn mac(&self, purpose: &str, parts: &[&str]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for part in std::iter::once(&purpose).chain(parts) {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_depends_on_secret_use_purpose_and_each_part() {
        let keyed = KeyedHasher::new(&[1; 32], "a").unwrap();
        let hash = keyed.hash("code", &["a", "bc"]);
        assert!(keyed.matches(&hash, "code", &["a", "bc"]));
        for other in [
            keyed.hash("code", &["ab", "c"]),
            keyed.hash("code", &["abc"]),
            keyed.hash("codea", &["bc"]),
            KeyedHasher::new(&[2; 32], "a").unwrap().hash("code", &["a", "bc"]),
            KeyedHasher::new(&[1; 32], "b").unwrap().hash("code", &["a", "bc"]),
        ] {
            assert_ne!(other, hash);
        }
        assert!(!keyed.matches(&hash[1..], "code", &["a", "bc"]));
    }
}
