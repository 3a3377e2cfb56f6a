//! Codes and links at rest: whoever reads the database, or a copy of it, cannot sign in with what waits there to be sent.

use std::collections::BTreeMap;

use anyhow::Context as _;
use chacha20poly1305::{
    Key, KeyInit as _, XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};
use rand::{CryptoRng, RngCore};
use uuid::Uuid;

const NONCE: usize = 24;

/// What a template leaves open, by name.
pub type Values = BTreeMap<String, String>;

#[derive(Clone)]
pub struct Seal(XChaCha20Poly1305);

impl Seal {
    pub fn new(secret: [u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(&Key::from(secret)))
    }

    /// Sealed under the delivery's id: one person's code cannot be slipped into another's message.
    pub fn close(&self, id: Uuid, values: &Values, dice: &mut (impl RngCore + CryptoRng)) -> anyhow::Result<Vec<u8>> {
        let mut nonce = [0; NONCE];
        dice.fill_bytes(&mut nonce);
        let plain = serde_json::to_vec(values)?;
        let payload = Payload { msg: &plain, aad: id.as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload).ok().context("values cannot be sealed")?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    pub fn open(&self, id: Uuid, sealed: &[u8]) -> anyhow::Result<Values> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>().context("sealed values are too short")?;
        let payload = Payload { msg: sealed, aad: id.as_bytes() };
        let plain = self.0.decrypt(&XNonce::from(*nonce), payload).ok().with_context(|| {
            format!(
                "the values of delivery {id} do not open: NOTIFICATION_KEY_SECRET is not what they were sealed with"
            )
        })?;
        Ok(serde_json::from_slice(&plain)?)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::OsRng;

    use super::*;

    #[test]
    fn only_the_same_secret_and_delivery_open_it() {
        let (seal, id) = (Seal::new([1; 32]), Uuid::from_u128(1));
        let values = Values::from([("code".to_owned(), "1234".to_owned())]);
        let sealed = seal.close(id, &values, &mut OsRng).unwrap();
        assert_eq!(seal.open(id, &sealed).unwrap(), values);
        assert!(!sealed.windows(4).any(|part| part == b"1234"));
        assert!(seal.open(Uuid::from_u128(2), &sealed).is_err());
        assert!(Seal::new([2; 32]).open(id, &sealed).is_err());
        assert!(seal.open(id, &sealed[..10]).is_err());
        assert_ne!(sealed, seal.close(id, &values, &mut OsRng).unwrap());
    }
}
