//! The databases of a cluster.

use super::Cluster;
use crate::child::{DeathSignal, RunAs as _, guarded};
use anyhow::{Context as _, Result, bail};
use std::process::Stdio;
use tokio::io::AsyncWriteExt as _;

/// Returns the URL of a database.
pub fn url(cluster: &Cluster, database: &str) -> String {
    let address = format!("postgres://postgres:{}@127.0.0.1:{}/{database}", cluster.password, cluster.port);
    cluster.socket_folder().map_or_else(|| address.clone(), |folder| format!("{address}?host={folder}"))
}

/// Creates missing databases while the server is down. Existing ones are recorded in a file; a database that exists but
/// is not recorded (after a kill) is no error.
pub(super) async fn create(cluster: &Cluster, databases: &[&str]) -> Result<()> {
    let list = cluster.folder.join("databases");
    let known = std::fs::read_to_string(&list).unwrap_or_default();
    let mut known: Vec<&str> = known.lines().collect();
    let missing: Vec<&str> = databases.iter().copied().filter(|name| !known.contains(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut command = guarded(cluster.program.path("postgres"), DeathSignal::Interrupt);
    command.args(["--single", "-c", "log_min_messages=error", "-D"]).arg(cluster.data_folder()).arg("postgres");
    command.run_as(cluster.owner).env("LC_ALL", "C").current_dir("/").kill_on_drop(true);
    let mut single = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let statements: Vec<String> = missing.iter().map(|name| format!("create database \"{name}\"\n")).collect();
    if let Some(mut input) = single.stdin.take() {
        input.write_all(statements.concat().as_bytes()).await?;
    }
    let output = single.wait_with_output().await?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = stderr
        .lines()
        .filter(|line| ["ERROR:", "FATAL:", "PANIC:"].iter().any(|sign| line.contains(sign)))
        .filter(|line| !line.contains("already exists"))
        .collect();
    if !output.status.success() || !errors.is_empty() {
        let cause = crate::causes::cause_in_output(&stderr).unwrap_or("PostgreSQL could not create the databases.");
        bail!("{cause} {}", if errors.is_empty() { stderr.trim().to_owned() } else { errors.join("; ") });
    }
    known.extend(missing);
    std::fs::write(&list, known.join("\n")).with_context(|| format!("cannot write {}", list.display()))
}
