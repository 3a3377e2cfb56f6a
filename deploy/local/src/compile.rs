//! Compiles the workspace once for clippy, tests, programs and `.sqlx`.
//!
//! Cargo calls this program as its rustc wrapper, which runs clippy-driver.

use crate::cargo_messages::{Compiled, parse_messages};
use crate::checkout::Checkout;
use crate::child::{self, program};
use crate::cli::Profile;
use crate::postgres::Clusters;
use crate::services::{SERVICES, database_variable};
use crate::stamp::Stamp;
use crate::task;
use anyhow::{Context as _, Result};
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tokio::process::Command;

/// This program's name as rustc wrapper. A shell script would lose cargo's variables with a dash in their name.
const WRAPPER: &str = "rustc-for-verify";
const QUERIES_VARIABLE: &str = "SOVQAT_QUERIES";
const CLIPPY_VARIABLE: &str = "SOVQAT_CLIPPY_DRIVER";

/// Becomes clippy-driver if this process was started under the wrapper's name.
pub fn exec_clippy_if_wrapper() -> std::io::Result<()> {
    let mut arguments = std::env::args_os();
    let called_as = arguments.next().unwrap_or_default();
    if Path::new(&called_as).file_name().is_none_or(|name| name != WRAPPER) {
        return Ok(());
    }
    let variable = |name: &str| std::env::var_os(name).ok_or_else(|| std::io::Error::other(format!("no {name}")));
    let mut compiler = std::process::Command::new(variable(CLIPPY_VARIABLE)?);
    compiler.args(arguments);
    // Denied lints would stop the build before any test runs.
    compiler.args(["--cap-lints", "warn"]);
    let package = std::env::var_os("CARGO_PKG_NAME").unwrap_or_default();
    if SERVICES.iter().any(|service| package == *service) {
        compiler.env("SQLX_OFFLINE_DIR", PathBuf::from(variable(QUERIES_VARIABLE)?).join(package));
    }
    Err(compiler.exec())
}

pub fn query_folder(checkout: &Checkout, service: &str) -> Result<PathBuf> {
    Ok(checkout.scratch()?.join("queries").join(service))
}

pub async fn build_migrate_program(checkout: &Checkout, logs: &Path) -> Result<()> {
    let mut build = cargo_with_wrapper(checkout)?;
    build.args(["build", "--workspace", "--example", "migrate"]);
    task::output_to("building migrate", &mut build, &logs.join("migrate-build.log")).await
}

/// Compiles all targets. The queries of a service are described again if its sources or migrations have changed.
pub async fn workspace(checkout: &Checkout, logs: &Path, clusters: &Clusters) -> Result<Compiled> {
    migrate(checkout, logs, clusters).await?;
    let outdated = clear_outdated_queries(checkout)?;
    let outdated_services: Vec<&str> = outdated.iter().map(|queries| queries.service).collect();
    let touched = TouchedSources::new(checkout, &outdated_services)?;
    let log = logs.join("build.log");
    let messages = logs.join("build.json");
    let mut build = cargo_with_databases(checkout, clusters)?;
    build.args(["build", "--workspace", "--all-targets", "--message-format=json", "--timings"]);
    let built = task::split_output_to("building all targets", &mut build, &messages, &log).await;
    let compiled = parse_messages(&std::fs::read_to_string(&messages)?);
    let mut file = std::fs::File::options().append(true).open(&log)?;
    for warning in &compiled.warnings {
        file.write_all(warning.as_bytes())?;
    }
    // Restores the times even if the build has failed.
    drop(touched);
    built.map_err(|error| error.with_log_end(&log))?;
    outdated.iter().try_for_each(|queries| queries.stamp.write())?;
    Ok(compiled)
}

/// A service whose queries must be described again. The stamp (a hash of its sources) is written when that is done.
struct OutdatedQueries {
    service: &'static str,
    stamp: Stamp,
}

fn clear_outdated_queries(checkout: &Checkout) -> Result<Vec<OutdatedQueries>> {
    let mut outdated = Vec::new();
    for service in SERVICES {
        let folder = query_folder(checkout, service)?;
        let sources = [checkout.join("services").join(service).join("src"), checkout.migrations(service)];
        let stamp = Stamp::of(folder.with_extension("stamp"), &sources, &[])?;
        if !stamp.is_current() || !folder.is_dir() {
            std::fs::remove_dir_all(&folder).ok();
            std::fs::create_dir_all(&folder)?;
            outdated.push(OutdatedQueries { service, stamp });
        }
    }
    Ok(outdated)
}

/// Migrates `template1`: the sqlx macros read it, and test databases are copies of it.
async fn migrate(checkout: &Checkout, logs: &Path, clusters: &Clusters) -> Result<()> {
    let steps = SERVICES.map(|service| async move {
        let mut migrate = program(checkout.program_folder(Profile::Dev).join("examples/migrate"));
        migrate.arg(clusters.for_package(service).url("template1")).arg(checkout.migrations(service));
        let log = logs.join(format!("migrate-{service}.log"));
        task::output_to(&format!("migrations of {service}"), &mut migrate, &log).await
    });
    futures::future::try_join_all(steps).await.map(drop)
}

fn cargo_with_databases(checkout: &Checkout, clusters: &Clusters) -> Result<Command> {
    let mut command = cargo_with_wrapper(checkout)?;
    command.env("SQLX_OFFLINE", "false");
    for service in SERVICES {
        command.env(database_variable(service), clusters.for_package(service).url("template1"));
    }
    Ok(command)
}

fn cargo_with_wrapper(checkout: &Checkout) -> Result<Command> {
    // The wrapper is a copy, because the build replaces this program. Its path is fixed, because cargo builds
    // everything again when it changes.
    let wrapper = checkout.scratch()?.join(WRAPPER);
    let copy = wrapper.with_extension("new");
    std::fs::copy(child::launcher(), &copy).with_context(|| format!("cannot write {}", copy.display()))?;
    std::fs::rename(&copy, &wrapper)?;
    let mut command = checkout.cargo();
    command
        .env("RUSTC_WORKSPACE_WRAPPER", &wrapper)
        .env(CLIPPY_VARIABLE, clippy_driver())
        .env(QUERIES_VARIABLE, checkout.scratch()?.join("queries"));
    // Debug information takes a third of the link time.
    command.env("CARGO_PROFILE_DEV_DEBUG", "none");
    if !checkout.program_folder(Profile::Dev).join("incremental").is_dir() {
        // A new checkout is often compiled only once, and incremental data takes gigabytes.
        command.env("CARGO_INCREMENTAL", "0");
    }
    task::with_progress(&mut command);
    Ok(command)
}

fn clippy_driver() -> PathBuf {
    let name = Path::new("clippy-driver");
    let next_to_cargo = std::env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name(name));
    next_to_cargo.filter(|driver| driver.is_file()).unwrap_or_else(|| name.to_owned())
}

/// Gives the root file of a service a newer time, so that cargo compiles it again. Dropping restores the old time.
#[derive(Debug)]
struct TouchedSources(Vec<(PathBuf, SystemTime)>);

impl TouchedSources {
    fn new(checkout: &Checkout, services: &[&str]) -> Result<Self> {
        let mut touched = Self(Vec::new());
        for service in services {
            let file = checkout.join("services").join(service).join("src/lib.rs");
            let modified_at = std::fs::metadata(&file)?.modified()?;
            // The new time must be later than any build output by the file system's clock.
            let file_system_now = tempfile::NamedTempFile::new()?.as_file().metadata()?.modified()?;
            set_modified(&file, file_system_now + Duration::from_secs(1))
                .with_context(|| format!("cannot touch {}", file.display()))?;
            touched.0.push((file, modified_at));
        }
        Ok(touched)
    }
}

impl Drop for TouchedSources {
    fn drop(&mut self) {
        for (file, modified_at) in &self.0 {
            set_modified(file, *modified_at).ok();
        }
    }
}

fn set_modified(file: &Path, time: SystemTime) -> std::io::Result<()> {
    std::fs::File::options().append(true).open(file)?.set_modified(time)
}
