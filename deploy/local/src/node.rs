//! Finds Node, and installs npm packages if their lock file has changed.

use crate::board::Board;
use crate::child::program;
use crate::task;
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tokio::process::Command;

const MIN_VERSION: u32 = 20;

pub async fn require(what: &str) -> Result<()> {
    let advice = format!(
        "{what} needs Node.js {MIN_VERSION} or newer with npm: install it (nodejs.org, or apt install nodejs npm)"
    );
    // Not with `program`, whose guard process would start even without Node.
    let Ok(output) = Command::new("node").arg("--version").output().await else { bail!("{advice}") };
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if major(&version).is_none_or(|major| major < MIN_VERSION) {
        bail!("{advice}; {version} is installed");
    }
    if find("npm").is_none() {
        bail!("{advice}; npm is missing");
    }
    Ok(())
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

pub fn npm(folder: &Path) -> Command {
    let mut command = program("npm");
    command.current_dir(folder).env("npm_config_fund", "false").env("npm_config_audit", "false");
    command.env("npm_config_update_notifier", "false");
    command
}

/// Compares the lock file with the list that npm writes at the end of an installation.
pub fn is_installed(folder: &Path) -> Result<bool> {
    let wanted = LockFile::read(&folder.join("package-lock.json"))?;
    Ok(LockFile::read(&folder.join("node_modules/.package-lock.json"))
        .is_ok_and(|installed| installed.satisfies(&wanted)))
}

#[derive(Debug, Deserialize)]
struct LockFile {
    packages: BTreeMap<String, Package>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Package {
    version: Option<String>,
    optional: bool,
    dev_optional: bool,
}

impl LockFile {
    fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read(path).with_context(|| format!("{} is missing", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is not a lock file", path.display()))
    }

    /// Optional packages may be for other platforms.
    fn satisfies(&self, wanted: &Self) -> bool {
        wanted.packages.iter().filter(|(path, _)| !path.is_empty()).all(|(path, wanted)| {
            match self.packages.get(path) {
                Some(installed) => installed.version == wanted.version,
                None => wanted.optional || wanted.dev_optional,
            }
        })
    }
}

/// Two steps must not install into the same folder at once.
static MUTEXES: LazyLock<Mutex<BTreeMap<PathBuf, Arc<tokio::sync::Mutex<()>>>>> = LazyLock::new(Mutex::default);

fn mutex_of(folder: &Path) -> Arc<tokio::sync::Mutex<()>> {
    let mut mutexes = MUTEXES.lock().unwrap_or_else(PoisonError::into_inner);
    mutexes.entry(folder.to_owned()).or_default().clone()
}

pub async fn install(board: &Board, name: &str, folder: &Path, log: &Path) -> Result<()> {
    let mutex = mutex_of(folder);
    let _guard = mutex.lock().await;
    if is_installed(folder)? {
        return Ok(());
    }
    npm_ci(board, name, folder, log).await
}

pub async fn reinstall(board: &Board, name: &str, folder: &Path, log: &Path) -> Result<()> {
    let mutex = mutex_of(folder);
    let _guard = mutex.lock().await;
    npm_ci(board, name, folder, log).await
}

async fn npm_ci(board: &Board, name: &str, folder: &Path, log: &Path) -> Result<()> {
    require(name).await?;
    task::run(board, &format!("npm ci ({name})"), npm(folder).args(["ci", "--no-progress"]), log).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_parsed() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("nonsense"), None);
    }

    fn lock_file(text: &str) -> LockFile {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn other_versions_and_missing_packages_do_not_match_the_lock_file() {
        let wanted = lock_file(
            r#"{"packages":{"":{},"node_modules/a":{"version":"1"},"node_modules/mac":{"version":"1","optional":true}}}"#,
        );
        assert!(
            lock_file(r#"{"packages":{"node_modules/a":{"version":"1"}}}"#).satisfies(&wanted),
            "an optional package may be missing"
        );
        assert!(!lock_file(r#"{"packages":{"node_modules/a":{"version":"2"}}}"#).satisfies(&wanted));
        assert!(!lock_file(r#"{"packages":{}}"#).satisfies(&wanted));
    }
}
