//! Creates the databases of the services, and returns their URLs.
//!
//! The owner, `postgres`, migrates the tables, and the serving role reads and writes rows.

use super::Cluster;
use crate::child::{DeathSignal, RunAs as _, guarded};
use anyhow::{Context as _, Result, bail};
use std::process::Stdio;
use tokio::io::AsyncWriteExt as _;

/// The URL names the socket if there is one, because it is faster than TCP.
pub fn url(cluster: &Cluster, database: &str) -> String {
    let address = tcp_url(cluster, database, cluster.port);
    cluster.socket_folder().map_or_else(|| address.clone(), |folder| format!("{address}?host={folder}"))
}

pub fn tcp_url(cluster: &Cluster, database: &str, port: u16) -> String {
    format!("postgres://postgres:{}@127.0.0.1:{port}/{database}", cluster.password)
}

pub fn serving_url(cluster: &Cluster, database: &str) -> String {
    for_serving(&url(cluster, database), database)
}

/// Replaces the owner in the URL by the serving role.
pub fn for_serving(owner_url: &str, database: &str) -> String {
    owner_url.replacen("//postgres:", &format!("//{}:", serving_role(database)), 1)
}

pub fn serving_role(database: &str) -> String {
    format!("{database}_serving")
}

/// Creates missing databases and roles. A killed launcher may not have recorded what it created.
pub(super) async fn create(cluster: &Cluster, databases: &[&str]) -> Result<()> {
    let list = cluster.folder.join("databases");
    let known = std::fs::read_to_string(&list).unwrap_or_default();
    let mut known: Vec<&str> = known.lines().collect();
    let wanted: Vec<String> = databases.iter().flat_map(|name| [(*name).to_owned(), serving_role(name)]).collect();
    let missing: Vec<&str> = wanted.iter().map(String::as_str).filter(|name| !known.contains(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let create = |name: &&str| {
        if databases.contains(name) {
            format!("create database \"{name}\"\n")
        } else {
            format!("create role \"{name}\" login password '{}'\n", cluster.password)
        }
    };
    let statements: Vec<String> = missing.iter().map(create).collect();
    run_in_single_user_mode(cluster, &statements.concat()).await?;
    known.extend(missing);
    std::fs::write(&list, known.join("\n")).with_context(|| format!("cannot write {}", list.display()))
}

/// Ignores errors about names that exist already.
async fn run_in_single_user_mode(cluster: &Cluster, statements: &str) -> Result<()> {
    let mut command = guarded(cluster.programs.path("postgres"), DeathSignal::Interrupt);
    command.args(["--single", "-c", "log_min_messages=error", "-D"]).arg(cluster.data_folder()).arg("postgres");
    command.run_as(cluster.owner).env("LC_ALL", "C").current_dir("/").kill_on_drop(true);
    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut input) = server.stdin.take() {
        input.write_all(statements.as_bytes()).await?;
    }
    let output = server.wait_with_output().await?;
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
    Ok(())
}
