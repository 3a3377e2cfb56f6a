//! Runs tests that need a third-party server and are ignored otherwise.

use crate::child::program;
use crate::session::Session;
use crate::task;
use anyhow::{Context as _, Result, ensure};

/// Runs the ignored tests of the module `step`.
pub async fn run_ignored(
    session: &Session,
    step: &str,
    package: &str,
    arguments: &[&str],
    environment: &[(&str, String)],
) -> Result<()> {
    let tests = &session.compiled().await?.tests;
    let test = tests.iter().find(|test| test.package == package && test.target == "it");
    let test = test.with_context(|| format!("{package} has no test program `it`"))?;
    let mut command = program(&test.file);
    command.current_dir(&test.folder).env("CARGO_MANIFEST_DIR", &test.folder);
    command.env("DATABASE_URL", session.clusters().await?.for_package(package).url("postgres"));
    command.envs(environment.iter().map(|(name, value)| (*name, value.as_str())));
    let log = session.log(&format!("{step}-{package}"));
    command.arg(format!("{step}::")).arg("--ignored").args(arguments);
    task::output_to(step, &mut command, &log).await?;
    let is_empty = std::fs::read_to_string(&log)?.contains("running 0 tests");
    ensure!(!is_empty, "{package} has no ignored tests in a module `{step}`");
    Ok(())
}
