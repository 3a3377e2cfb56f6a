//! Checks proto files with buf. The baseline is the last accepted version.

use crate::child::program;
use crate::node;
use crate::session::Session;
use crate::task;
use anyhow::Result;
use std::path::Path;
use tokio::process::Command;

pub const BASELINE: &str = "proto/baseline.binpb";

async fn buf(session: &Session, verb: &str) -> Result<Command> {
    let tools = session.checkout.tools();
    node::install(&session.board, "tools", &tools, &session.log("npm-tools")).await?;
    let mut command = program(tools.join("node_modules/.bin/buf"));
    command.current_dir(&session.checkout.root).args([verb, "proto"]);
    Ok(command)
}

pub async fn lint(session: &Session) -> Result<()> {
    task::output_to("buf lint", &mut buf(session, "lint").await?, &session.log("buf-lint")).await
}

/// Fails if a change would break released clients.
pub async fn breaking(session: &Session) -> Result<()> {
    let baseline = session.checkout.join(BASELINE);
    if !baseline.is_file() {
        return Ok(());
    }
    let mut command = buf(session, "breaking").await?;
    task::output_to("buf breaking", command.arg("--against").arg(baseline), &session.log("buf-breaking")).await
}

/// Writes the baseline without comments, which do not affect compatibility.
pub async fn baseline(session: &Session, to: &Path) -> Result<()> {
    let mut command = buf(session, "build").await?;
    command.args(["--exclude-source-info", "-o"]).arg(to);
    task::output_to("buf build", &mut command, &session.log("buf-build")).await
}
