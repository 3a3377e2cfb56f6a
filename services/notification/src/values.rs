//! Encrypts the values of a message's template, so that codes and links cannot be read in a copy of the database.

use std::collections::BTreeMap;

use kit::seal::Seal;
use rand::{CryptoRng, RngCore};
use uuid::Uuid;

/// Values by the name of the placeholder.
pub type Values = BTreeMap<String, String>;

/// Encrypts the values with the delivery's id as context, so that they cannot be copied into another delivery.
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
