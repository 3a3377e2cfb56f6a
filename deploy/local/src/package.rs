//! The packages of the workspace, as cargo describes them.

use crate::checkout::Checkout;
use anyhow::{Context as _, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Package {
    pub name: String,
    /// Relative to the checkout, with a slash at the end.
    pub folder: String,
    pub dependencies: Vec<String>,
    pub test_dependencies: Vec<String>,
}

/// The output of `cargo metadata`.
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
    kind: Option<String>,
}

impl Package {
    pub async fn all(checkout: &Checkout) -> Result<Vec<Self>> {
        let mut command = checkout.cargo();
        command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
        let output = command.output().await?;
        let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")?;
        let packages = metadata.packages.into_iter().map(|package| Self::from_metadata(package, &checkout.root));
        Ok(packages.collect())
    }

    fn from_metadata(package: MetadataPackage, root: &Path) -> Self {
        let folder = package.manifest_path.parent().unwrap_or(Path::new(""));
        let folder = folder.strip_prefix(root).unwrap_or(folder).to_string_lossy().into_owned() + "/";
        let local = package.dependencies.into_iter().filter(|dependency| dependency.path.is_some());
        let (test, other): (Vec<_>, Vec<_>) = local.partition(|dependency| dependency.kind.as_deref() == Some("dev"));
        let names = |list: Vec<Dependency>| list.into_iter().map(|dependency| dependency.name).collect();
        Self { name: package.name, folder, dependencies: names(other), test_dependencies: names(test) }
    }
}
