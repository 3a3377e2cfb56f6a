//! What the makers of a device state about an app and its key (App Attest, Play Integrity).
//!
//! Their services are not configured in this shop. A statement is stored as it came and recorded as `unattested`: it proves
//! nothing, and nothing depends on it.

use async_trait::async_trait;
use kit::Result;

use crate::db::client::Attested;

/// A service that checks statements.
#[async_trait]
pub trait Attestations: Send + Sync + 'static {
    /// `key_id` is the key that the statement must be about.
    async fn check(&self, platform: &str, key_id: &str, statement: Option<&str>) -> Result<Attested>;
}

/// Nobody checks statements.
pub struct Unconfigured;

#[async_trait]
impl Attestations for Unconfigured {
    async fn check(&self, _platform: &str, _key_id: &str, _statement: Option<&str>) -> Result<Attested> {
        Ok(Attested::No)
    }
}
