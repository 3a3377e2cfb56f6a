//! Encrypts secrets that are stored in the database.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chacha20poly1305::{
    Key, KeyInit as _, XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};
use rand::{CryptoRng, RngCore};

use crate::secrets::LocalSecret;

/// In bytes. The nonce precedes the encrypted text.
const NONCE_LENGTH: usize = 24;

#[derive(Clone)]
pub struct Seal(XChaCha20Poly1305);

impl Seal {
    pub fn new(secret: [u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(&Key::from(secret)))
    }

    /// The result is bound to `id`, so that it cannot be moved to another row.
    pub fn close(&self, id: &str, secret: &[u8], rng: &mut (impl RngCore + CryptoRng)) -> anyhow::Result<Vec<u8>> {
        let mut nonce = [0; NONCE_LENGTH];
        rng.fill_bytes(&mut nonce);
        let payload = Payload { msg: secret, aad: id.as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload).ok().context("a secret cannot be sealed")?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    pub fn open(&self, id: &str, sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_LENGTH>().context("a sealed secret is too short")?;
        let payload = Payload { msg: sealed, aad: id.as_bytes() };
        let opened = self.0.decrypt(&XNonce::from(*nonce), payload).ok();
        opened.with_context(|| format!("{id} cannot be decrypted: it was encrypted with another secret"))
    }
}

/// Only local mode falls back to its published default.
pub fn secret(variable: &str, given: Option<&str>, local: LocalSecret, is_local: bool) -> anyhow::Result<[u8; 32]> {
    const ADVICE: &str = "make one by `openssl rand -base64 32`";
    let secret = match given.map(str::trim).filter(|secret| !secret.is_empty()) {
        Some(secret) if LocalSecret::is_in(secret) && !is_local => {
            anyhow::bail!("{variable} is a secret of local mode, which everybody knows; {ADVICE}")
        }
        Some(secret) => secret,
        None if is_local => local.text(),
        None => anyhow::bail!("{variable} is not set; {ADVICE}"),
    };
    let bytes = STANDARD.decode(secret).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.with_context(|| format!("{variable} is not 32 bytes in base64"))
}

#[cfg(test)]
mod tests {
    use rand::rngs::OsRng;

    use super::*;

    #[test]
    fn only_the_same_secret_and_id_decrypt() {
        let seal = Seal::new([1; 32]);
        let sealed = seal.close("a", b"secret", &mut OsRng).unwrap();
        assert_eq!(seal.open("a", &sealed).unwrap(), b"secret");
        assert!(!sealed.windows(6).any(|part| part == b"secret"));
        assert!(seal.open("b", &sealed).is_err());
        assert!(Seal::new([2; 32]).open("a", &sealed).is_err());
        assert!(seal.open("a", &sealed[..10]).is_err());
        assert_ne!(sealed, seal.close("a", b"secret", &mut OsRng).unwrap());
    }
}
