//! A step that is one program: it writes into a log file, the board shows that it lives, a failure shows the log's end.

use crate::board::{Board, plain};
use crate::causes;
use crate::child::Running;
use anyhow::{Context as _, Result};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use tokio::process::Command;

/// A program that failed, with the end of what it said.
#[derive(Debug)]
pub struct Failed {
    pub name: String,
    pub status: ExitStatus,
    pub log: PathBuf,
    pub tail: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cause = causes::recognise(&self.tail).map(|cause| format!("{cause} ")).unwrap_or_default();
        write!(to, "{cause}{} failed ({}); the end of {}:\n{}", self.name, self.status, self.log.display(), self.tail)
    }
}

impl std::error::Error for Failed {}

/// Runs the command to its end as one step of the board.
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

/// The same without the board.
pub async fn output_to(name: &str, command: &mut Command, log: &Path) -> Result<()> {
    let file = std::fs::File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let status = Running::start(command.stdout(file.try_clone()?).stderr(file))?.wait().await?;
    if status.success() {
        return Ok(());
    }
    Err(Failed { name: name.to_owned(), status, log: log.to_owned(), tail: tail(log, 40) }.into())
}

pub fn tail(log: &Path, lines: usize) -> String {
    let text = plain(&String::from_utf8_lossy(&std::fs::read(log).unwrap_or_default()));
    let all: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let end = &all[all.len().saturating_sub(lines)..];
    if end.is_empty() { String::new() } else { format!("    {}", end.join("\n    ")) }
}
