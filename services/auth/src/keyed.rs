//! Keyed hashes of guessable values, such as codes, phone numbers and IP addresses. Without the key, nobody can find a
//! value by hashing all candidates. The key is derived from AUTH_KEY_SECRET.

pub use kit::keyed::{Digest, KeyedHasher};

/// The purpose from which, with the secret, the key is derived. It separates this key from the encryption key, which
/// comes from the same secret. It must never change, because stored hashes would become useless.
pub const PURPOSE: &str = "sovqat.auth.keyed.v1";
