//! Hashes that cannot be made without a secret. What has few values (a code of four digits, a phone number, an address) could
//! be found by trying them all against a plain hash; against these, only by who also has AUTH_KEY_SECRET.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

pub type Digest = [u8; 32];

#[derive(Clone)]
pub struct Keyed(Hmac<Sha256>);

/// The secret seals, too: a key of its own keeps the two apart.
const PURPOSE: &[u8] = b"sovqat.auth.keyed.v1";

impl Keyed {
    pub fn new(secret: &[u8; 32]) -> anyhow::Result<Self> {
        let derived = Hmac::<Sha256>::new_from_slice(secret)?.chain_update(PURPOSE).finalize().into_bytes();
        Ok(Self(Hmac::new_from_slice(&derived)?))
    }

    /// The parts are told apart: `["a", "bc"]` is not `["ab", "c"]`.
    pub fn hash(&self, purpose: &str, parts: &[&str]) -> Digest {
        self.mac(purpose, parts).finalize().into_bytes().into()
    }

    /// As long for a near miss as for a far one.
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
    fn secret_purpose_and_every_part_matter() {
        let keyed = Keyed::new(&[1; 32]).unwrap();
        let hash = keyed.hash("code", &["a", "bc"]);
        assert!(keyed.matches(&hash, "code", &["a", "bc"]));
        for other in [
            keyed.hash("code", &["ab", "c"]),
            keyed.hash("code", &["abc"]),
            keyed.hash("codea", &["bc"]),
            Keyed::new(&[2; 32]).unwrap().hash("code", &["a", "bc"]),
        ] {
            assert_ne!(other, hash);
        }
        assert!(!keyed.matches(&hash[1..], "code", &["a", "bc"]));
    }
}
