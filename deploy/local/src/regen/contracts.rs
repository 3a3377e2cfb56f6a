//! The proto contracts, checked by buf: style, compatibility, and the baseline for both.

use crate::child::program;
use crate::node;
use crate::task;
use crate::workshop::Workshop;
use anyhow::Result;
use std::path::Path;
use tokio::process::Command;

pub const BASELINE: &str = "proto/baseline.binpb";

async fn buf(shop: &Workshop, verb: &str) -> Result<Command> {
    let tools = shop.checkout.tools();
    node::install(&shop.board, "tools", &tools, &shop.log("npm-tools")).await?;
    let mut command = program(tools.join("node_modules/.bin/buf"));
    command.current_dir(&shop.checkout.root).args([verb, "proto"]);
    Ok(command)
}

pub async fn lint(shop: &Workshop) -> Result<()> {
    task::output_to("buf lint", &mut buf(shop, "lint").await?, &shop.log("buf-lint")).await
}

/// Fails if a change would break released clients.
pub async fn breaking(shop: &Workshop) -> Result<()> {
    let baseline = shop.checkout.join(BASELINE);
    if !baseline.is_file() {
        return Ok(());
    }
    let mut command = buf(shop, "breaking").await?;
    task::output_to("buf breaking", command.arg("--against").arg(baseline), &shop.log("buf-breaking")).await
}

/// Writes the baseline. Comments are left out because they do not affect compatibility.
pub async fn baseline(shop: &Workshop, to: &Path) -> Result<()> {
    let mut command = buf(shop, "build").await?;
    command.args(["--exclude-source-info", "-o"]).arg(to);
    task::output_to("buf build", &mut command, &shop.log("buf-build")).await
}
