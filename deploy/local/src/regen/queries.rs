//! `.sqlx`: what the database said about every query, checked in so that a build needs no database.
//!
//! The macros write into one folder named by one variable, and one service's queries must not land in another's. So
//! the whole workspace is checked once (a check of a single package would compile every dependency anew, with other
//! features) through a wrapper of rustc that names the folder of the crate at hand.

use super::{Workshop, compare};
use crate::checkout::Checkout;
use crate::child::program;
use crate::cli::Profile;
use crate::shop::{SERVICES, database_variable};
use crate::task;
use anyhow::{Context as _, Result};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Under this name this very program is the wrapper. (A shell would not do: it drops variables whose names have a dash
/// in them, and cargo has such.)
const WRAPPER: &str = "rustc-with-queries";
const FOLDERS: &str = "SOVQAT_QUERIES";

/// Does the wrapper's work when we were called by its name, and otherwise nothing.
pub fn wrap() -> Option<std::io::Error> {
    let mut words = std::env::args_os();
    if Path::new(&words.next()?).file_name()? != WRAPPER {
        return None;
    }
    let mut rustc = std::process::Command::new(words.next()?);
    let folder = PathBuf::from(std::env::var_os(FOLDERS)?).join(std::env::var_os("CARGO_PKG_NAME").unwrap_or_default());
    if SERVICES.iter().any(|service| folder.ends_with(service)) {
        rustc.env("SQLX_OFFLINE_DIR", folder);
    }
    Some(rustc.args(words).exec())
}

pub fn checked_in(checkout: &Checkout, service: &str) -> PathBuf {
    checkout.join("services").join(service).join(".sqlx")
}

/// Describes every query of every service into `to/<service>`.
pub async fn describe(shop: &Workshop, to: &Path) -> Result<()> {
    let checkout = &shop.checkout;
    let cluster = shop.cluster().await?;
    let mut build = checkout.cargo();
    build.args(["build", "--workspace", "--example", "migrate"]);
    task::output_to("building migrate", &mut build, &shop.log("migrate-build")).await?;
    for service in SERVICES {
        std::fs::create_dir_all(to.join(service))?;
        let mut migrate = program(checkout.built(Profile::Dev).join("examples/migrate"));
        migrate.arg(cluster.url(service)).arg(checkout.migrations(service));
        task::output_to(&format!("migrations of {service}"), &mut migrate, &shop.log(&format!("migrate-{service}")))
            .await?;
    }
    let wrapper = shop.logs.join(WRAPPER);
    std::fs::remove_file(&wrapper).ok();
    symlink(std::env::current_exe()?, &wrapper).with_context(|| format!("cannot write {}", wrapper.display()))?;
    let mut check = checkout.cargo();
    check.args(["check", "--workspace", "--all-targets"]);
    check.env("SQLX_OFFLINE", "false").env(FOLDERS, to).env("RUSTC_WORKSPACE_WRAPPER", &wrapper);
    for service in SERVICES {
        check.env(database_variable(service), cluster.url(service));
    }
    let _touched = Touched::new(checkout)?;
    task::output_to("describing the queries", &mut check, &shop.log("sqlx-check")).await
}

pub async fn are_fresh(shop: &Workshop) -> Result<()> {
    let made = shop.empty("sqlx")?;
    describe(shop, &made).await?;
    for service in SERVICES {
        let place = checked_in(&shop.checkout, service);
        let name = Path::new("services").join(service).join(".sqlx");
        compare::same(&compare::read(&place)?, &compare::read(&made.join(service))?, &name)?;
    }
    Ok(())
}

/// Every service looks changed while this lives, so that its macros speak again; then it is as old as it was, and
/// ordinary builds have nothing to do.
#[derive(Debug)]
struct Touched(Vec<(PathBuf, SystemTime)>);

impl Touched {
    fn new(checkout: &Checkout) -> Result<Self> {
        let mut touched = Self(Vec::new());
        let mut files: Vec<PathBuf> = Vec::new();
        for service in SERVICES {
            let folder = checkout.join("services").join(service);
            files.extend(["src/lib.rs", "src/main.rs", "tests/it/main.rs"].map(|file| folder.join(file)));
        }
        for file in files.into_iter().filter(|file| file.is_file()) {
            let before = std::fs::metadata(&file)?.modified()?;
            // A moment that is newer than any artefact: the clock's now, as the file system sees it.
            let now = tempfile::NamedTempFile::new()?.as_file().metadata()?.modified()?;
            set(&file, now + Duration::from_secs(1)).with_context(|| format!("cannot touch {}", file.display()))?;
            touched.0.push((file, before));
        }
        Ok(touched)
    }
}

impl Drop for Touched {
    fn drop(&mut self) {
        for (file, before) in &self.0 {
            // A file that keeps the new time costs one needless build.
            set(file, *before).ok();
        }
    }
}

fn set(file: &Path, time: SystemTime) -> std::io::Result<()> {
    std::fs::File::options().append(true).open(file)?.set_modified(time)
}
