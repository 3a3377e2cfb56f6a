//! The guard starts a program that gets a signal when the launcher dies, even if the launcher is killed with SIGKILL.
//!
//! `sovqat-local guard -- program …` asks the kernel for a signal at its parent's death. Then it replaces itself by the
//! program, which keeps this setting and the process id. An unsafe `pre_exec` is not needed. A change of user clears
//! the setting, so the launcher starts the guard as the program's user.

use crate::cli::Guard;
use anyhow::{Context as _, Result};
use rustix::process::getppid;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

/// Replaces this process by the program. Returns only if the launcher has died or the program cannot be run.
pub fn exec_guarded(options: &Guard) -> Result<ExitCode> {
    set_death_signal(options.interrupt).context("the kernel refused to set a death signal")?;
    // If the launcher has died before the setting was made, the kernel sends no signal.
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

// Other systems have no such signal. There, the next start stops the programs that are left over.
#[cfg(not(target_os = "linux"))]
fn set_death_signal(_interrupt: bool) -> rustix::io::Result<()> {
    Ok(())
}
