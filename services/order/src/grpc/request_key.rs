//! Parses the idempotency key with which a client names one attempt, and hashes the request's content. A repeated
//! request with the same key and content returns the first result.

use kit::{Error, Result, input};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// Allowed length of a key, in characters.
const KEY_LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

pub fn key(raw: &str) -> Result<String, &'static str> {
    input::text(raw, KEY_LENGTH)
}

/// Hashes a request's content. The hash is stored with the key, because the same key with other content is an error.
pub fn hash_of(request: &impl Serialize) -> Result<[u8; 32]> {
    let bytes = serde_json::to_vec(request).map_err(Error::internal)?;
    Ok(Sha256::digest(bytes).into())
}
