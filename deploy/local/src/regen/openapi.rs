//! Generates the OpenAPI document of the gateway.

use crate::child::program;
use crate::cli::Profile;
use crate::session::Session;
use anyhow::{Context as _, Result, bail};
use std::path::Path;

pub const DOCUMENT: &str = "gateway/openapi.json";

/// The gateway prints the document.
pub async fn write_document(session: &Session, to: &Path) -> Result<()> {
    session.compiled().await?;
    let mut gateway = program(session.checkout.program_folder(Profile::Dev).join("sovqat-gateway"));
    let output = gateway.arg("openapi").kill_on_drop(true).output().await?;
    if !output.status.success() {
        bail!(
            "`sovqat-gateway openapi` failed ({}):\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    serde_json::from_slice::<serde_json::Value>(&output.stdout).context("`sovqat-gateway openapi` printed no JSON")?;
    std::fs::write(to, output.stdout).with_context(|| format!("cannot write {}", to.display()))
}
