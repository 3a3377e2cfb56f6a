//! Describes the device of a session, which is a browser or app. The name of a device can be forged, and is only shown
//! to people. A device is recognised by a random id that it has chosen; the database contains the hash of this id.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
pub use kit::client::Device;
use sha2::{Digest as _, Sha256};

/// SHA-256 of a browser's random id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceHash([u8; 32]);

impl DeviceHash {
    /// Hashes a browser's id. Returns `None` for an id that our web app would not create, for example a short one,
    /// which two browsers could have by chance.
    pub fn of(id: &str) -> Option<Self> {
        let is_id = (16..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        is_id.then(|| Self(Sha256::digest(id).into()))
    }

    /// Returns the hash that was stored as these bytes.
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
