//! Encrypts the values of messages, so that a copy of the database reveals no codes or links.

use std::collections::BTreeMap;

use kit::seal::Seal;
use rand::{CryptoRng, RngCore};
use uuid::Uuid;

/// The values of a template, by placeholder.
pub type Values = BTreeMap<String, String>;

/// The delivery's id is authenticated, so that values copied into another delivery cannot be decrypted.
pub fn seal(
    key: &Seal,
    delivery: Uuid,
    values: &Values,
    rng: &mut (impl RngCore + CryptoRng),
) -> anyhow::Result<Vec<u8>> {
    key.close(&delivery.to_string(), &serde_json::to_vec(values)?, rng)
}

pub fn unseal(key: &Seal, delivery: Uuid, sealed: &[u8]) -> anyhow::Result<Values> {
    Ok(serde_json::from_slice(&key.open(&delivery.to_string(), sealed)?)?)
}
