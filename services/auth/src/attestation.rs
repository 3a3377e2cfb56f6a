//! A platform's statements that an app and its key are genuine.

use async_trait::async_trait;
use kit::Result;

use crate::db::client::Attested;

#[async_trait]
pub trait Attestations: Send + Sync + 'static {
    async fn check(&self, platform: &str, key_id: &str, statement: Option<&str>) -> Result<Attested>;
}

/// The shop has no access to the platforms' services yet.
pub struct Unconfigured;

#[async_trait]
impl Attestations for Unconfigured {
    async fn check(&self, _platform: &str, _key_id: &str, _statement: Option<&str>) -> Result<Attested> {
        Ok(Attested::No)
    }
}
