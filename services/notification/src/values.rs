//! Encrypts the values that fill a message's template, so that a copy of the database does not reveal codes and links.

use std::collections::BTreeMap;

use kit::seal::Seal;
use rand::{CryptoRng, RngCore};
use uuid::Uuid;

/// Values by placeholder.
pub type Values = BTreeMap<String, String>;

/// Encrypts the values of a delivery. The delivery's id is authenticated with them, so that values copied into another
/// delivery cannot be decrypted.
pub fn seal(
    key: &Seal,
    delivery: Uuid,
    values: &Values,
    rng: &mut (impl RngCore + CryptoRng),
) -> anyhow::Result<Vec<u8>> {
    key.close(&delivery.to_string(), &serde_json::to_vec(values)?, rng)
}

/// Decrypts what [`seal`] returned for the same delivery.
pub fn unseal(key: &Seal, delivery: Uuid, sealed: &[u8]) -> anyhow::Result<Values> {
    Ok(serde_json::from_slice(&key.open(&delivery.to_string(), sealed)?)?)
}
