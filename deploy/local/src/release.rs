//! The folder of compiled programs that a shop runs.

use crate::checkout::Checkout;
use crate::cli::Profile;
use anyhow::{Context as _, Result, ensure};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    pub programs: PathBuf,
    pub web: PathBuf,
    pub demo: PathBuf,
    /// Whether this checkout compiles the programs.
    pub is_of_checkout: bool,
}

impl Release {
    pub fn of_checkout(checkout: &Checkout, profile: Profile) -> Self {
        Self {
            programs: checkout.program_folder(profile),
            web: checkout.web().join("dist"),
            demo: checkout.demo(),
            is_of_checkout: true,
        }
    }

    /// Uses the checkout's `web` and `demo` if the folder has none.
    pub fn open(checkout: &Checkout, folder: &Path) -> Result<Self> {
        let programs =
            folder.canonicalize().with_context(|| format!("cannot open the programs in {}", folder.display()))?;
        let or_else = |own: PathBuf, other: PathBuf| if own.is_dir() { own } else { other };
        Ok(Self {
            web: or_else(programs.join("web"), checkout.web().join("dist")),
            demo: or_else(programs.join("demo"), checkout.demo()),
            programs,
            is_of_checkout: false,
        })
    }

    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(format!("sovqat-{name}"))
    }

    pub fn ensure_has(&self, name: &str) -> Result<()> {
        let file = self.program(name);
        ensure!(file.is_file(), "there is no program {}", file.display());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_uses_its_own_web_app_and_demo_if_it_has_them() {
        let folder = tempfile::tempdir().unwrap();
        let checkout = Checkout { root: folder.path().join("checkout") };
        let programs = folder.path().canonicalize().unwrap().join("programs");
        std::fs::create_dir_all(programs.join("web")).unwrap();
        let release = Release::open(&checkout, &programs).unwrap();
        assert_eq!((&release.web, &release.demo), (&programs.join("web"), &checkout.demo()));
        assert!(!release.is_of_checkout);
        let missing = release.ensure_has("store").unwrap_err().to_string();
        assert!(missing.ends_with("programs/sovqat-store"), "{missing}");
        std::fs::write(programs.join("sovqat-store"), "").unwrap();
        release.ensure_has("store").unwrap();
        assert!(Release::open(&checkout, &folder.path().join("none")).is_err());
    }
}
