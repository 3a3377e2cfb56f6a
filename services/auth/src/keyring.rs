//! The keys this process can sign with, opened once and kept in memory. The database is where they are; `app::keys` brings
//! them here.

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

/// A key as it is stored.
pub struct SealedKey {
    pub kid: String,
    pub private_key: Vec<u8>,
    pub public_key: Vec<u8>,
    pub term: Term,
}

/// A key that signs.
pub struct Signer {
    kid: String,
    term: Term,
    key: EncodingKey,
}

#[derive(Clone, Default)]
pub struct Keyring(Arc<RwLock<Vec<Arc<Signer>>>>);

impl SealedKey {
    /// A new key, named for a hash of its public half.
    pub fn generate(term: Term, seal: &Seal, dice: &mut (impl RngCore + CryptoRng)) -> anyhow::Result<Self> {
        let key = SigningKey::generate(dice);
        let public_key = key.verifying_key().to_bytes().to_vec();
        let kid = URL_SAFE_NO_PAD.encode(&Sha256::digest(&public_key)[..12]);
        let private_key = seal.close(&kid, key.to_pkcs8_der()?.as_bytes(), dice)?;
        Ok(Self { kid, private_key, public_key, term })
    }

    fn open(&self, seal: &Seal) -> anyhow::Result<Signer> {
        let secret =
            seal.open(&self.kid, &self.private_key).context("AUTH_KEY_SECRET is not what it was sealed with")?;
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
    /// Takes these in the place of all it had.
    pub fn replace(&self, sealed: &[SealedKey], seal: &Seal) -> anyhow::Result<()> {
        let opened = sealed.iter().map(|key| key.open(seal).map(Arc::new)).collect::<anyhow::Result<_>>()?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = opened;
        Ok(())
    }

    /// The key that signs at this moment, as far as is known here.
    pub fn current(&self, now: DateTime<Utc>) -> Option<Arc<Signer>> {
        let signers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let place = rotation::signing(signers.iter().map(|signer| signer.term), now)?;
        signers.get(place).cloned()
    }
}
