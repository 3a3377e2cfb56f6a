//! Attestations: statements of a platform that an app and its key are genuine (App Attest, Play Integrity).
//!
//! The platforms' services are not configured. A statement is stored unchanged and recorded as `unattested`; it proves
//! nothing and nothing depends on it.

use async_trait::async_trait;
use kit::Result;

use crate::db::client::Attested;

#[async_trait]
pub trait Attestations: Send + Sync + 'static {
    /// `key_id` is the key that the statement must refer to.
    async fn check(&self, platform: &str, key_id: &str, statement: Option<&str>) -> Result<Attested>;
}

/// Records every statement as unchecked.
pub struct Unconfigured;

#[async_trait]
impl Attestations for Unconfigured {
    async fn check(&self, _platform: &str, _key_id: &str, _statement: Option<&str>) -> Result<Attested> {
        Ok(Attested::No)
    }
}
