//! Determines from the changed files which steps must run and which crates must be tested.

use crate::checkout::Checkout;
use crate::services::SERVICES;
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// `None` affects everything.
#[derive(Debug, Default)]
pub struct Affected(Option<Change>);

#[derive(Debug)]
struct Change {
    paths: Vec<String>,
    /// The changed packages and those that depend on them. `None` if any package may be affected.
    packages: Option<BTreeSet<String>>,
}

/// Files that tests of several crates read.
const SHARED: [&str; 11] = [
    "Cargo.",
    "rust-toolchain.toml",
    ".cargo/",
    "clippy.toml",
    "deploy/local/demo/",
    "web/e2e/payloads.json",
    "web/locales/",
    "web/routes.json",
    "web/public/",
    "web/index.html",
    "web/admin/index.html",
];
/// Files that only the gateway's tests read.
const DEPLOYED: [&str; 5] =
    ["deploy/docker/", "deploy/compose/", "deploy/kubernetes/", "deploy/observability/", "README.md"];
/// Checks every source file, so it always runs.
const TIDY: &str = "testkit";

impl Affected {
    /// Asks git for the files that differ from the merge base of HEAD and `reference`. Uncommitted files count.
    pub async fn since(checkout: &Checkout, reference: &str) -> Result<Self> {
        let reference = if reference.is_empty() { default_reference(checkout).await } else { reference.to_owned() };
        let base = git(checkout, &["merge-base", "HEAD", &reference]).await?;
        let changed = git(checkout, &["diff", "--name-only", base.trim()]).await?;
        let others = git(checkout, &["ls-files", "--others", "--exclude-standard"]).await?;
        let paths: Vec<String> = changed.lines().chain(others.lines()).map(str::to_owned).collect();
        let packages = packages(&paths, &Package::all(checkout).await?);
        Ok(Self(Some(Change { paths, packages })))
    }

    /// Whether a changed file starts with one of these prefixes.
    pub fn includes(&self, beginnings: &[&str]) -> bool {
        self.0.as_ref().is_none_or(|change| change.paths.iter().any(|path| begins(path, beginnings)))
    }

    pub fn includes_package(&self, name: &str) -> bool {
        let packages = self.0.as_ref().and_then(|change| change.packages.as_ref());
        packages.is_none_or(|packages| packages.contains(name) || name == TIDY)
    }

    /// Returns the number of changed files; `None` without `--changed`.
    pub fn files(&self) -> Option<usize> {
        self.0.as_ref().map(|change| change.paths.len())
    }
}

fn begins(path: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| path.starts_with(beginning))
}

/// Returns origin/main if this checkout has it, otherwise HEAD.
async fn default_reference(checkout: &Checkout) -> String {
    let known = git(checkout, &["rev-parse", "--verify", "--quiet", "origin/main"]).await.is_ok();
    if known { "origin/main" } else { "HEAD" }.to_owned()
}

async fn git(checkout: &Checkout, arguments: &[&str]) -> Result<String> {
    let output = tokio::process::Command::new("git").current_dir(&checkout.root).args(arguments).output().await;
    let output = output.context("--changed needs git, which cannot be started")?;
    if !output.status.success() {
        bail!("`git {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A package of the workspace, with its dependencies in the workspace.
#[derive(Debug)]
struct Package {
    name: String,
    /// Relative to the checkout, with a trailing slash.
    folder: String,
    needs: Vec<String>,
}

impl Package {
    async fn all(checkout: &Checkout) -> Result<Vec<Self>> {
        #[derive(Deserialize)]
        struct Metadata {
            packages: Vec<Described>,
        }
        #[derive(Deserialize)]
        struct Described {
            name: String,
            manifest_path: PathBuf,
            dependencies: Vec<Dependency>,
        }
        #[derive(Deserialize)]
        struct Dependency {
            name: String,
            path: Option<PathBuf>,
        }
        let mut command = checkout.cargo();
        command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
        let output = command.output().await?;
        let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")?;
        let packages = metadata.packages.into_iter().map(|package| {
            let folder = package.manifest_path.parent().unwrap_or(Path::new(""));
            let folder = folder.strip_prefix(&checkout.root).unwrap_or(folder).to_string_lossy().into_owned() + "/";
            let needs = package.dependencies.into_iter().filter(|one| one.path.is_some()).map(|one| one.name).collect();
            Self { name: package.name, folder, needs }
        });
        Ok(packages.collect())
    }
}

/// Returns the packages whose tests the paths can affect; `None` for all of them.
fn packages(paths: &[String], all: &[Package]) -> Option<BTreeSet<String>> {
    if paths.iter().any(|path| begins(path, &SHARED)) {
        return None;
    }
    let mut affected = BTreeSet::new();
    for path in paths {
        affected.extend(all.iter().filter(|one| path.starts_with(&one.folder)).map(|one| one.name.clone()));
        affected.extend(
            SERVICES
                .iter()
                .filter(|service| path.starts_with(&format!("migrations/{service}/")))
                .map(|&one| one.into()),
        );
        if begins(path, &DEPLOYED) {
            affected.insert("gateway".to_owned());
        }
    }
    loop {
        let before = affected.len();
        let more = all.iter().filter(|one| one.needs.iter().any(|need| affected.contains(need)));
        affected.extend(more.map(|one| one.name.clone()).collect::<Vec<_>>());
        if affected.len() == before {
            return Some(affected);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> Vec<Package> {
        let package = |name: &str, folder: &str, needs: &[&str]| Package {
            name: name.into(),
            folder: folder.into(),
            needs: needs.iter().map(|need| (*need).into()).collect(),
        };
        vec![
            package("kit", "services/shared/kit/", &[]),
            package("store", "services/store/", &["kit"]),
            package("auth", "services/auth/", &["kit"]),
            package("gateway", "gateway/", &["kit", "store"]),
        ]
    }

    fn affected(paths: &[&str]) -> Option<Vec<String>> {
        let paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
        packages(&paths, &workspace()).map(|names| names.into_iter().collect())
    }

    #[test]
    fn a_crate_affects_itself_and_its_dependents() {
        assert_eq!(affected(&["services/store/src/lib.rs"]).unwrap(), ["gateway", "store"]);
        assert_eq!(affected(&["migrations/auth/0001_feed.sql"]).unwrap(), ["auth"]);
        assert_eq!(affected(&["services/shared/kit/src/lib.rs"]).unwrap(), ["auth", "gateway", "kit", "store"]);
    }

    #[test]
    fn shared_files_affect_every_crate_and_web_sources_none() {
        assert_eq!(affected(&["Cargo.lock"]), None);
        assert_eq!(affected(&["web/src/main.tsx"]).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn the_tidy_tests_always_run() {
        let change = Change { paths: vec!["web/src/main.tsx".into()], packages: Some(BTreeSet::new()) };
        let affected = Affected(Some(change));
        assert!(affected.includes_package("testkit") && !affected.includes_package("store"));
        assert!(affected.includes(&["web/"]) && !affected.includes(&["services/"]));
        assert!(Affected::default().includes_package("store"));
    }
}
