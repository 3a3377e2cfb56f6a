//! Determines from the changed files which steps must run, which packages must be tested and which images must be
//! built.

use crate::checkout::Checkout;
use crate::cli;
use crate::services::{GATEWAY, SERVICES};
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The files and packages that a run of `cargo verify` must check.
#[derive(Debug, Default)]
pub enum Affected {
    /// The run is without `--changed`.
    #[default]
    Everything,
    /// The run is with `--changed`, and checks the differences to another commit.
    Since(Change),
}

/// The differences to another commit, and what they affect.
#[derive(Debug)]
pub struct Change {
    /// The changed files, relative to the checkout.
    paths: Vec<String>,
    /// The changed packages and those that depend on them. `None` if any package may be affected.
    packages: Option<BTreeSet<String>>,
    /// The processes whose image contains a changed file.
    images: BTreeSet<String>,
}

impl Change {
    /// Asks git for the files that differ from the merge base of HEAD and `reference`. Uncommitted files count.
    async fn since(checkout: &Checkout, reference: &str) -> Result<Self> {
        let reference = if reference.is_empty() { default_reference(checkout).await } else { reference.to_owned() };
        let base = git(checkout, &["merge-base", "HEAD", &reference]).await?;
        let changed = git(checkout, &["diff", "--name-only", base.trim()]).await?;
        let untracked = git(checkout, &["ls-files", "--others", "--exclude-standard"]).await?;
        let paths: Vec<String> = changed.lines().chain(untracked.lines()).map(str::to_owned).collect();
        let workspace = Package::all(checkout).await?;
        let (packages, images) = (packages(&paths, &workspace), images(&paths, &workspace));
        Ok(Self { paths, packages, images })
    }
}

/// Prints which packages and images the difference to a commit affects, as JSON.
pub async fn affected(options: cli::Affected) -> Result<ExitCode> {
    let checkout = Checkout::find()?;
    let change = Change::since(&checkout, &options.since).await?;
    println!("{}", serde_json::json!({ "images": change.images, "packages": change.packages }));
    Ok(ExitCode::SUCCESS)
}

/// Path prefixes of Cargo's files, and of files that several packages embed or that their tests read. A change below
/// one of them can affect every package.
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
/// Path prefixes outside the gateway's folder. A change below one of them affects the gateway's tests.
const GATEWAY_TEST_INPUTS: [&str; 5] =
    ["deploy/docker/", "deploy/compose/", "deploy/kubernetes/", "deploy/observability/", "README.md"];
/// The package with the `tidy` test. It checks every source file, so any change affects it.
const ALWAYS_AFFECTED: &str = "testkit";

impl Affected {
    /// Returns the differences to `reference`. An empty text means origin/main, or HEAD if there is no origin/main.
    pub async fn since(checkout: &Checkout, reference: &str) -> Result<Self> {
        Ok(Self::Since(Change::since(checkout, reference).await?))
    }

    fn change(&self) -> Option<&Change> {
        match self {
            Self::Everything => None,
            Self::Since(change) => Some(change),
        }
    }

    /// Whether the path of a changed file starts with one of these prefixes.
    pub fn includes(&self, prefixes: &[&str]) -> bool {
        self.change().is_none_or(|change| change.paths.iter().any(|path| has_prefix(path, prefixes)))
    }

    /// Returns whether the tests of a package must run.
    pub fn includes_package(&self, name: &str) -> bool {
        let packages = self.change().and_then(|change| change.packages.as_ref());
        packages.is_none_or(|packages| packages.contains(name) || name == ALWAYS_AFFECTED)
    }

    /// Returns the number of changed files, or `None` without `--changed`.
    pub fn file_count(&self) -> Option<usize> {
        self.change().map(|change| change.paths.len())
    }
}

/// Returns whether a path begins with one of the prefixes.
fn has_prefix(path: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| path.starts_with(prefix))
}

/// Returns origin/main if this checkout has it, otherwise HEAD.
async fn default_reference(checkout: &Checkout) -> String {
    let exists = git(checkout, &["rev-parse", "--verify", "--quiet", "origin/main"]).await.is_ok();
    if exists { "origin/main" } else { "HEAD" }.to_owned()
}

/// Runs git in the checkout, and returns what it prints.
pub async fn git(checkout: &Checkout, arguments: &[&str]) -> Result<String> {
    let output = tokio::process::Command::new("git").current_dir(&checkout.root).args(arguments).output().await;
    let output = output.context("git is needed, and cannot be started")?;
    if !output.status.success() {
        bail!("`git {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A package of the workspace, with its dependencies in the workspace.
#[derive(Debug)]
struct Package {
    name: String,
    /// The package's folder, relative to the checkout, with a slash at the end.
    folder: String,
    dependencies: Vec<String>,
    /// Dependencies of its tests only.
    test_dependencies: Vec<String>,
}

impl Package {
    /// Asks cargo for the packages of the workspace.
    async fn all(checkout: &Checkout) -> Result<Vec<Self>> {
        #[derive(Deserialize)]
        struct Metadata {
            packages: Vec<MetadataPackage>,
        }
        #[derive(Deserialize)]
        struct MetadataPackage {
            name: String,
            manifest_path: PathBuf,
            dependencies: Vec<Dependency>,
        }
        #[derive(Deserialize)]
        struct Dependency {
            name: String,
            path: Option<PathBuf>,
            /// `dev`, `build`, or null.
            kind: Option<String>,
        }
        let mut command = checkout.cargo();
        command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
        let output = command.output().await?;
        let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")?;
        let packages = metadata.packages.into_iter().map(|package| {
            let folder = package.manifest_path.parent().unwrap_or(Path::new(""));
            let folder = folder.strip_prefix(&checkout.root).unwrap_or(folder).to_string_lossy().into_owned() + "/";
            // Dependencies in the workspace are given by path.
            let local = package.dependencies.into_iter().filter(|dependency| dependency.path.is_some());
            let (test, other): (Vec<_>, Vec<_>) =
                local.partition(|dependency| dependency.kind.as_deref() == Some("dev"));
            let names = |list: Vec<Dependency>| list.into_iter().map(|dependency| dependency.name).collect();
            Self { name: package.name, folder, dependencies: names(other), test_dependencies: names(test) }
        });
        Ok(packages.collect())
    }
}

/// Returns the packages whose tests a change of `paths` can affect, or `None` if it can affect all packages.
fn packages(paths: &[String], all: &[Package]) -> Option<BTreeSet<String>> {
    if paths.iter().any(|path| has_prefix(path, &AFFECTS_EVERY_PACKAGE)) {
        return None;
    }
    let mut affected = changed(paths, all);
    if paths.iter().any(|path| has_prefix(path, &GATEWAY_TEST_INPUTS)) {
        affected.insert(GATEWAY.to_owned());
    }
    add_dependents(&mut affected, all, |package| {
        package.dependencies.iter().chain(&package.test_dependencies).collect()
    });
    Some(affected)
}

/// Returns the processes whose image contains one of the paths, or a program that is compiled from them.
fn images(paths: &[String], all: &[Package]) -> BTreeSet<String> {
    let processes = || SERVICES.into_iter().chain([GATEWAY]);
    let paths: Vec<String> = paths.iter().filter(|path| !path.contains("/tests/")).cloned().collect();
    let is_shared =
        |path: &String| has_prefix(path, &AFFECTS_EVERY_PACKAGE) || path.starts_with("deploy/docker/Dockerfile");
    if paths.iter().any(is_shared) {
        return processes().map(str::to_owned).collect();
    }
    let mut affected = changed(&paths, all);
    if paths.iter().any(|path| path.starts_with("web/")) {
        affected.insert(GATEWAY.to_owned());
    }
    add_dependents(&mut affected, all, |package| package.dependencies.iter().collect());
    processes().filter(|name| affected.contains(*name)).map(str::to_owned).collect()
}

/// Returns the packages whose files or migrations are among the paths.
fn changed(paths: &[String], all: &[Package]) -> BTreeSet<String> {
    let is_below = |folder: &str| paths.iter().any(|path| path.starts_with(folder));
    let packages = all.iter().filter(|package| is_below(&package.folder)).map(|package| package.name.clone());
    let migrated = SERVICES.iter().filter(|service| is_below(&format!("migrations/{service}/")));
    packages.chain(migrated.map(|&service| service.to_owned())).collect()
}

/// Adds the packages that depend on affected ones, until there are no more.
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
        packages(&paths, &workspace()).map(|names| names.into_iter().collect())
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
    fn images_are_built_of_what_they_contain_not_of_what_tests_read() {
        let images = |path: &str| images(&[path.to_owned()], &workspace()).into_iter().collect::<Vec<_>>();
        assert_eq!(images("services/store/src/lib.rs"), ["store"]);
        assert_eq!(images("services/store/tests/it/main.rs"), Vec::<String>::new());
        assert_eq!(images("migrations/auth/0001_feed.sql"), ["auth"]);
        assert_eq!(images("services/shared/kit/src/lib.rs"), ["auth", "gateway", "store"]);
        assert_eq!(images("web/src/main.tsx"), ["gateway"]);
        assert_eq!(images("docs/ARCHITECTURE.md"), Vec::<String>::new());
        assert_eq!(images("deploy/kubernetes/base/store/store.yaml"), Vec::<String>::new());
        for path in ["Cargo.lock", "deploy/docker/Dockerfile"] {
            assert_eq!(images(path).len(), SERVICES.len() + 1, "{path}");
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
