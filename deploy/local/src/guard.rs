//! Runs a program that gets a signal when the launcher dies.
//!
//! The guard starts as the program's user, because a change of user clears the death signal.

use crate::cli::Guard;
use anyhow::{Context as _, Result};
use rustix::process::getppid;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

/// Replaces this process by the program. Returns only on failure.
pub fn exec_guarded(options: &Guard) -> Result<ExitCode> {
    set_death_signal(options.interrupt).context("the kernel refused to set a death signal")?;
    // The launcher may have died before the death signal was set.
    if getppid().map(|pid| pid.as_raw_nonzero().get()) != Some(options.parent) {
        return Ok(ExitCode::FAILURE);
    }
    let (program, arguments) = options.command.split_first().context("no program is given")?;
    let error = Command::new(program).args(arguments).exec();
    Err(error).with_context(|| format!("cannot run {}", program.to_string_lossy()))
}

#[cfg(target_os = "linux")]
fn set_death_signal(interrupt: bool) -> rustix::io::Result<()> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(if interrupt { Signal::INT } else { Signal::TERM }))
}

// Elsewhere, the next start stops left-over programs.
#[cfg(not(target_os = "linux"))]
fn set_death_signal(_interrupt: bool) -> rustix::io::Result<()> {
    Ok(())
}
