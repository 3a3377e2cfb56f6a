//! Hashes of guessable values, such as codes, that cannot be reversed without the key.

pub use kit::keyed::{Digest, KeyedHasher};

/// Separates this key from the encryption key. It must never change, because stored hashes would become useless.
pub const PURPOSE: &str = "sovqat.auth.keyed.v1";
