//! What a template leaves open: codes and links, which nobody who reads the database, or a copy of it, can use.

use std::collections::BTreeMap;

use kit::seal::Seal;
use rand::{CryptoRng, RngCore};
use uuid::Uuid;

/// By name.
pub type Values = BTreeMap<String, String>;

/// Sealed under the delivery's id: one person's code cannot be slipped into another's message.
pub fn close(
    seal: &Seal,
    delivery: Uuid,
    values: &Values,
    dice: &mut (impl RngCore + CryptoRng),
) -> anyhow::Result<Vec<u8>> {
    seal.close(&delivery.to_string(), &serde_json::to_vec(values)?, dice)
}

pub fn open(seal: &Seal, delivery: Uuid, sealed: &[u8]) -> anyhow::Result<Values> {
    Ok(serde_json::from_slice(&seal.open(&delivery.to_string(), sealed)?)?)
}
