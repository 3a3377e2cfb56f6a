//! The folders of the checkout, and its cargo.

use crate::cli::Profile;
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct Checkout {
    pub root: PathBuf,
}

impl Checkout {
    /// Finds the checkout that contains the current folder or this program.
    pub fn find() -> Result<Self> {
        let here = std::env::current_dir().context("the current folder is gone")?;
        let program = std::env::current_exe().unwrap_or_default();
        here.ancestors()
            .chain(program.ancestors())
            .find(|folder| folder.join("deploy/local/Cargo.toml").is_file() && folder.join("proto").is_dir())
            .map(|root| Self { root: root.to_owned() })
            .context("run this inside a checkout of the shop")
    }

    pub fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.join(path)
    }

    pub fn web(&self) -> PathBuf {
        self.join("web")
    }

    pub fn demo(&self) -> PathBuf {
        self.join("deploy/local/demo")
    }

    pub fn pictures(&self) -> PathBuf {
        self.join("deploy/local/pictures")
    }

    pub fn tools(&self) -> PathBuf {
        self.join("deploy/local/tools")
    }

    pub fn postgres(&self) -> PathBuf {
        self.join("deploy/local/postgres")
    }

    pub fn openapi_tools(&self) -> PathBuf {
        self.join("web/tools/openapi")
    }

    pub fn clients(&self) -> PathBuf {
        self.join("gateway/clients")
    }

    pub fn migrations(&self, service: &str) -> PathBuf {
        self.join("migrations").join(service)
    }

    /// `cargo clean` deletes it.
    pub fn scratch(&self) -> Result<PathBuf> {
        let folder = self.join("target/local");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(folder)
    }

    pub fn program_folder(&self, profile: Profile) -> PathBuf {
        self.target().join(profile.folder())
    }

    pub fn target(&self) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        self.root.join(target)
    }

    /// All builds use the toolchain that started this program.
    pub fn cargo(&self) -> tokio::process::Command {
        let mut command = crate::child::program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // A DATABASE_URL in the environment must not change how queries are checked.
        command.current_dir(&self.root).env("SQLX_OFFLINE", "true");
        command
    }
}
