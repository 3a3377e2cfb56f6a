//! Keys that sign access tokens.

use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use ed25519_dalek::{SigningKey, pkcs8::EncodePrivateKey as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use kit::{identity::Claims, seal::Seal};
use rand::{CryptoRng, RngCore};
use sha2::{Digest as _, Sha256};

use crate::domain::rotation::{self, Term};

/// Short, because every token contains the id.
const KID_BYTES: usize = 12;

/// The private key is encrypted.
pub struct SealedKey {
    pub kid: String,
    pub private_key: Vec<u8>,
    pub public_key: Vec<u8>,
    pub term: Term,
}

pub struct Signer {
    kid: String,
    term: Term,
    key: EncodingKey,
}

/// Empty until `app::keys` loads the first keys.
#[derive(Clone, Default)]
pub struct Keyring(Arc<RwLock<Vec<Arc<Signer>>>>);

impl SealedKey {
    /// The id is a hash of the public key.
    pub fn generate(term: Term, seal: &Seal, rng: &mut (impl RngCore + CryptoRng)) -> anyhow::Result<Self> {
        let key = SigningKey::generate(rng);
        let public_key = key.verifying_key().to_bytes().to_vec();
        let kid = URL_SAFE_NO_PAD.encode(&Sha256::digest(&public_key)[..KID_BYTES]);
        let private_key = seal.close(&kid, key.to_pkcs8_der()?.as_bytes(), rng)?;
        Ok(Self { kid, private_key, public_key, term })
    }

    fn open(&self, seal: &Seal) -> anyhow::Result<Signer> {
        let secret = seal
            .open(&self.kid, &self.private_key)
            .context("a signing key was encrypted with another AUTH_KEY_SECRET")?;
        let key = EncodingKey::from_ed_der(&secret);
        Ok(Signer { kid: self.kid.clone(), term: self.term, key })
    }
}

impl Signer {
    pub fn sign(&self, claims: &Claims) -> kit::Result<String> {
        let header = Header { kid: Some(self.kid.clone()), ..Header::new(Algorithm::EdDSA) };
        encode(&header, claims, &self.key).map_err(kit::Error::internal)
    }
}

impl Keyring {
    /// Replaces nothing if one key cannot be decrypted.
    pub fn replace(&self, sealed: &[SealedKey], seal: &Seal) -> anyhow::Result<()> {
        let opened = sealed.iter().map(|key| key.open(seal).map(Arc::new)).collect::<anyhow::Result<_>>()?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = opened;
        Ok(())
    }

    pub fn current(&self, now: DateTime<Utc>) -> Option<Arc<Signer>> {
        let signers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let index = rotation::current_index(signers.iter().map(|signer| signer.term), now)?;
        signers.get(index).cloned()
    }
}
