//! Keyed hashes of guessable values, such as codes, phone numbers and IP addresses. The key is derived from
//! AUTH_KEY_SECRET.

pub use kit::keyed::{Digest, KeyedHasher};

/// Separates the key of the hashes from the encryption key, which comes from the same secret. It must never change.
pub const PURPOSE: &str = "sovqat.auth.keyed.v1";
