//! Idempotency keys. A repeated request returns the first result.

use kit::{Error, Result, input};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// In characters.
const KEY_LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

pub fn key(raw: &str) -> Result<String, &'static str> {
    input::text(raw, KEY_LENGTH)
}

/// A key that is sent again with another hash is refused.
pub fn hash_of(request: &impl Serialize) -> Result<[u8; 32]> {
    let bytes = serde_json::to_vec(request).map_err(Error::internal)?;
    Ok(Sha256::digest(bytes).into())
}
