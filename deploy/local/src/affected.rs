//! Determines which steps, packages and images the changed files affect.

use crate::checkout::Checkout;
use crate::cli;
use crate::package::Package;
use crate::services::{GATEWAY, SERVICES};
use anyhow::{Context as _, Result, bail};
use std::collections::BTreeSet;
use std::process::ExitCode;

const AFFECTS_EVERY_PACKAGE: [&str; 11] = [
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
const GATEWAY_TEST_INPUTS: [&str; 5] =
    ["deploy/docker/", "deploy/compose/", "deploy/kubernetes/", "deploy/observability/", "README.md"];
/// Its `tidy` test checks every source file.
const ALWAYS_AFFECTED: &str = "testkit";

#[derive(Debug, Default)]
pub enum Affected {
    /// The default without `--changed`.
    #[default]
    Everything,
    /// The choice of `--changed`.
    Since(Change),
}

#[derive(Debug)]
pub struct Change {
    paths: Vec<String>,
    /// Includes dependents. `None` if any package may be affected.
    packages: Option<BTreeSet<String>>,
    images: BTreeSet<String>,
}

pub async fn affected(options: cli::Affected) -> Result<ExitCode> {
    let checkout = Checkout::find()?;
    let change = Change::since(&checkout, &options.since).await?;
    println!("{}", serde_json::json!({ "images": change.images, "packages": change.packages }));
    Ok(ExitCode::SUCCESS)
}

impl Affected {
    /// An empty `reference` means origin/main, or HEAD if there is no origin/main.
    pub async fn since(checkout: &Checkout, reference: &str) -> Result<Self> {
        Ok(Self::Since(Change::since(checkout, reference).await?))
    }

    fn change(&self) -> Option<&Change> {
        match self {
            Self::Everything => None,
            Self::Since(change) => Some(change),
        }
    }

    pub fn includes(&self, prefixes: &[&str]) -> bool {
        self.change().is_none_or(|change| change.paths.iter().any(|path| has_prefix(path, prefixes)))
    }

    pub fn includes_package(&self, name: &str) -> bool {
        let packages = self.change().and_then(|change| change.packages.as_ref());
        packages.is_none_or(|packages| packages.contains(name) || name == ALWAYS_AFFECTED)
    }

    pub fn file_count(&self) -> Option<usize> {
        self.change().map(|change| change.paths.len())
    }
}

impl Change {
    /// Compares with the merge base. Uncommitted files count.
    async fn since(checkout: &Checkout, reference: &str) -> Result<Self> {
        let reference = if reference.is_empty() { default_reference(checkout).await } else { reference.to_owned() };
        let base = git(checkout, &["merge-base", "HEAD", &reference]).await?;
        let changed = git(checkout, &["diff", "--name-only", base.trim()]).await?;
        let untracked = git(checkout, &["ls-files", "--others", "--exclude-standard"]).await?;
        let paths: Vec<String> = changed.lines().chain(untracked.lines()).map(str::to_owned).collect();
        let workspace = Package::all(checkout).await?;
        let packages = affected_packages(&paths, &workspace);
        let images = affected_images(&paths, &workspace);
        Ok(Self { paths, packages, images })
    }
}

fn has_prefix(path: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| path.starts_with(prefix))
}

async fn default_reference(checkout: &Checkout) -> String {
    let exists = git(checkout, &["rev-parse", "--verify", "--quiet", "origin/main"]).await.is_ok();
    if exists { "origin/main" } else { "HEAD" }.to_owned()
}

pub async fn git(checkout: &Checkout, arguments: &[&str]) -> Result<String> {
    let output = tokio::process::Command::new("git").current_dir(&checkout.root).args(arguments).output().await;
    let output = output.context("git is needed, and cannot be started")?;
    if !output.status.success() {
        bail!("`git {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the packages to test; `None` if any may be affected.
fn affected_packages(paths: &[String], all: &[Package]) -> Option<BTreeSet<String>> {
    if paths.iter().any(|path| has_prefix(path, &AFFECTS_EVERY_PACKAGE)) {
        return None;
    }
    let mut affected = changed_packages(paths, all);
    if paths.iter().any(|path| has_prefix(path, &GATEWAY_TEST_INPUTS)) {
        affected.insert(GATEWAY.to_owned());
    }
    add_dependents(&mut affected, all, |package| {
        package.dependencies.iter().chain(&package.test_dependencies).collect()
    });
    Some(affected)
}

fn affected_images(paths: &[String], all: &[Package]) -> BTreeSet<String> {
    let processes = || SERVICES.into_iter().chain([GATEWAY]);
    let paths: Vec<String> = paths.iter().filter(|path| !path.contains("/tests/")).cloned().collect();
    let is_shared =
        |path: &String| has_prefix(path, &AFFECTS_EVERY_PACKAGE) || path.starts_with("deploy/docker/Dockerfile");
    if paths.iter().any(is_shared) {
        return processes().map(str::to_owned).collect();
    }
    let mut affected = changed_packages(&paths, all);
    if paths.iter().any(|path| path.starts_with("web/")) {
        affected.insert(GATEWAY.to_owned());
    }
    add_dependents(&mut affected, all, |package| package.dependencies.iter().collect());
    processes().filter(|name| affected.contains(*name)).map(str::to_owned).collect()
}

fn changed_packages(paths: &[String], all: &[Package]) -> BTreeSet<String> {
    let is_below = |folder: &str| paths.iter().any(|path| path.starts_with(folder));
    let packages = all.iter().filter(|package| is_below(&package.folder)).map(|package| package.name.clone());
    let migrated = SERVICES.iter().filter(|service| is_below(&format!("migrations/{service}/")));
    packages.chain(migrated.map(|&service| service.to_owned())).collect()
}

fn add_dependents(affected: &mut BTreeSet<String>, all: &[Package], dependencies: fn(&Package) -> Vec<&String>) {
    loop {
        let before = affected.len();
        let depends = |package: &&Package| dependencies(package).into_iter().any(|name| affected.contains(name));
        let dependents: Vec<_> = all.iter().filter(depends).map(|package| package.name.clone()).collect();
        affected.extend(dependents);
        if affected.len() == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> Vec<Package> {
        let package = |name: &str, folder: &str, dependencies: &[&str]| Package {
            name: name.into(),
            folder: folder.into(),
            dependencies: dependencies.iter().map(|name| (*name).into()).collect(),
            test_dependencies: Vec::new(),
        };
        let mut gateway = package("gateway", "gateway/", &["kit"]);
        gateway.test_dependencies = vec!["store".into()];
        vec![
            package("kit", "services/shared/kit/", &[]),
            package("store", "services/store/", &["kit"]),
            package("auth", "services/auth/", &["kit"]),
            gateway,
        ]
    }

    fn affected(paths: &[&str]) -> Option<Vec<String>> {
        let paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
        affected_packages(&paths, &workspace()).map(|names| names.into_iter().collect())
    }

    #[test]
    fn a_package_affects_itself_and_its_dependents() {
        assert_eq!(affected(&["services/store/src/lib.rs"]).unwrap(), ["gateway", "store"]);
        assert_eq!(affected(&["migrations/auth/0001_feed.sql"]).unwrap(), ["auth"]);
        assert_eq!(affected(&["services/shared/kit/src/lib.rs"]).unwrap(), ["auth", "gateway", "kit", "store"]);
    }

    #[test]
    fn shared_files_affect_every_package_and_web_sources_none() {
        assert_eq!(affected(&["Cargo.lock"]), None);
        assert_eq!(affected(&["web/src/main.tsx"]).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn images_depend_on_their_contents_but_not_on_test_files() {
        let images_of = |path: &str| affected_images(&[path.to_owned()], &workspace()).into_iter().collect::<Vec<_>>();
        assert_eq!(images_of("services/store/src/lib.rs"), ["store"]);
        assert_eq!(images_of("services/store/tests/it/main.rs"), Vec::<String>::new());
        assert_eq!(images_of("migrations/auth/0001_feed.sql"), ["auth"]);
        assert_eq!(images_of("services/shared/kit/src/lib.rs"), ["auth", "gateway", "store"]);
        assert_eq!(images_of("web/src/main.tsx"), ["gateway"]);
        assert_eq!(images_of("docs/ARCHITECTURE.md"), Vec::<String>::new());
        assert_eq!(images_of("deploy/kubernetes/base/store/store.yaml"), Vec::<String>::new());
        for path in ["Cargo.lock", "deploy/docker/Dockerfile"] {
            assert_eq!(images_of(path).len(), SERVICES.len() + 1, "{path}");
        }
    }

    #[test]
    fn the_tidy_tests_always_run() {
        let change =
            Change { paths: vec!["web/src/main.tsx".into()], packages: Some(BTreeSet::new()), images: BTreeSet::new() };
        let affected = Affected::Since(change);
        assert!(affected.includes_package("testkit") && !affected.includes_package("store"));
        assert!(affected.includes(&["web/"]) && !affected.includes(&["services/"]));
        assert!(Affected::default().includes_package("store"));
    }
}
