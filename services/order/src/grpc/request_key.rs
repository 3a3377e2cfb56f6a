//! Requests that may be made twice and are done once: by their key, and by a hash of all that they say.

use kit::{Error, Result, input};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

const KEY: std::ops::RangeInclusive<usize> = 8..=128;

/// Names a request, so that made twice it is made once.
pub fn key(raw: &str) -> Result<String, &'static str> {
    input::text(raw, KEY)
}

/// Of all that was sent: another word is another request.
pub fn hash_of(request: &impl Serialize) -> Result<[u8; 32]> {
    let bytes = serde_json::to_vec(request).map_err(Error::internal)?;
    Ok(Sha256::digest(bytes).into())
}
