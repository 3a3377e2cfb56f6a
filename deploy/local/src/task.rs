//! Runs programs with their output in a log. Errors show the end of the log.

use crate::board::{Board, strip_escapes};
use crate::causes;
use crate::child::Running;
use anyhow::{Context as _, Result};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use tokio::process::Command;

const TAIL_LINES: usize = 40;

#[derive(Debug)]
pub struct Failed {
    pub name: String,
    pub status: ExitStatus,
    pub log: PathBuf,
    pub tail: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cause = causes::cause_in_output(&self.tail).map(|cause| format!("{cause} ")).unwrap_or_default();
        write!(to, "{cause}{} failed ({}); the end of {}:\n{}", self.name, self.status, self.log.display(), self.tail)
    }
}

impl std::error::Error for Failed {}

pub async fn run(board: &Board, name: &str, command: &mut Command, log: &Path) -> Result<()> {
    let step = board.step(name, Some(log));
    match output_to(name, command, log).await {
        Ok(()) => {
            step.done("");
            Ok(())
        }
        Err(error) => {
            step.failed("");
            Err(error)
        }
    }
}

pub async fn output_to(name: &str, command: &mut Command, log: &Path) -> Result<()> {
    let file = std::fs::File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let status = Running::start(command.stdout(file.try_clone()?).stderr(file))?.wait().await?;
    if status.success() {
        return Ok(());
    }
    Err(Failed { name: name.to_owned(), status, log: log.to_owned(), tail: tail(log, TAIL_LINES) }.into())
}

/// Writes stdout to `output` and stderr to `log`, which the caller may extend before an error shows it.
pub async fn split_output_to(
    name: &str,
    command: &mut Command,
    output: &Path,
    log: &Path,
) -> std::result::Result<(), PendingFailure> {
    let failure = |error: anyhow::Error| PendingFailure { name: name.to_owned(), cause: Err(error) };
    let create = |path: &Path| {
        std::fs::File::create(path).with_context(|| format!("cannot write {}", path.display())).map_err(failure)
    };
    let (output, errors) = (create(output)?, create(log)?);
    let mut running = Running::start(command.stdout(output).stderr(errors)).map_err(failure)?;
    let status = running.wait().await.map_err(failure)?;
    if status.success() { Ok(()) } else { Err(PendingFailure { name: name.to_owned(), cause: Ok(status) }) }
}

#[derive(Debug)]
pub struct PendingFailure {
    name: String,
    /// The status of the failed program, or the reason why there is none.
    cause: Result<ExitStatus>,
}

impl PendingFailure {
    pub fn with_log_end(self, log: &Path) -> anyhow::Error {
        match self.cause {
            Ok(status) => Failed { name: self.name, status, log: log.to_owned(), tail: tail(log, TAIL_LINES) }.into(),
            Err(error) => error,
        }
    }
}

/// Cargo shows progress only on a terminal by default.
pub fn with_progress(cargo: &mut Command) {
    cargo.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "100");
}

pub fn tail(log: &Path, lines: usize) -> String {
    let text = strip_escapes(&String::from_utf8_lossy(&std::fs::read(log).unwrap_or_default()));
    let shown: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty() && !is_progress(line)).collect();
    let end = &shown[shown.len().saturating_sub(lines)..];
    if end.is_empty() { String::new() } else { format!("    {}", end.join("\n    ")) }
}

fn is_progress(line: &str) -> bool {
    line.trim_start().starts_with("Building [")
}
