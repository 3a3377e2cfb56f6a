//! The gateway prints its own contract; nobody writes it.

use super::Workshop;
use crate::child::program;
use crate::cli::Profile;
use crate::up;
use anyhow::{Context as _, Result, bail};
use std::path::Path;

pub const DOCUMENT: &str = "gateway/openapi.json";

/// The gateway of the dev profile, compiled as the tests use it: alone it would ask for fewer features of what it
/// depends on, and so for all of that once more.
pub async fn print(shop: &Workshop, to: &Path) -> Result<()> {
    up::build(&shop.board, &shop.checkout, Profile::Dev, &shop.logs).await?;
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
