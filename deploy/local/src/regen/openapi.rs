//! The OpenAPI document, printed by the gateway.

use crate::child::program;
use crate::cli::Profile;
use crate::workshop::Workshop;
use anyhow::{Context as _, Result, bail};
use std::path::Path;

pub const DOCUMENT: &str = "gateway/openapi.json";

pub async fn print(shop: &Workshop, to: &Path) -> Result<()> {
    shop.compiled().await?;
    let mut gateway = program(shop.checkout.built(Profile::Dev).join("sovqat-gateway"));
    let answer = gateway.arg("openapi").kill_on_drop(true).output().await?;
    if !answer.status.success() {
        bail!(
            "`sovqat-gateway openapi` failed ({}):\n{}",
            answer.status,
            String::from_utf8_lossy(&answer.stderr).trim()
        );
    }
    serde_json::from_slice::<serde_json::Value>(&answer.stdout).context("`sovqat-gateway openapi` printed no JSON")?;
    std::fs::write(to, answer.stdout).with_context(|| format!("cannot write {}", to.display()))
}
