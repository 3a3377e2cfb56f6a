//! Keyed hashes of codes, phone numbers and IP addresses, with a key derived from AUTH_KEY_SECRET.

pub use kit::keyed::{Digest, KeyedHasher};

/// Derives the key of the hashes from the secret, which is also the key of the encryption. It must never change.
pub const PURPOSE: &str = "sovqat.auth.keyed.v1";
