//! Checks attestations: statements of a platform that an app and its key are genuine (App Attest, Play Integrity). The
//! shop has no access to the platforms' services yet. So statements are recorded as unchecked ([`Attested::No`]), and
//! nothing depends on them.

use async_trait::async_trait;
use kit::Result;

use crate::db::client::Attested;

/// A service that checks attestations.
#[async_trait]
pub trait Attestations: Send + Sync + 'static {
    /// Checks a statement, which must refer to the key `key_id`.
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
