//! A device is recognised by a random id; its name can be forged and is only shown.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
pub use kit::client::Device;
use sha2::{Digest as _, Sha256};

/// SHA-256 of the random id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceHash([u8; 32]);

impl DeviceHash {
    /// Refuses ids that our web app would not create.
    pub fn of(id: &str) -> Option<Self> {
        let is_id = (16..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        is_id.then(|| Self(Sha256::digest(id).into()))
    }

    pub fn stored(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn from_base64(text: &str) -> Option<Self> {
        Self::stored(&URL_SAFE_NO_PAD.decode(text).ok()?)
    }

    pub fn to_base64(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}
