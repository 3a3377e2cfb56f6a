//! Generates the OpenAPI document, the machine-readable description of the shop's REST API. The gateway prints it.

use crate::child::program;
use crate::cli::Profile;
use crate::session::Session;
use anyhow::{Context as _, Result, bail};
use std::path::Path;

/// The path of the document in the checkout.
pub const DOCUMENT: &str = "gateway/openapi.json";

/// Compiles the gateway, and writes the document that it prints to the file `to`.
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
