//! The guard: a child that is told to stop when its launcher dies, even by SIGKILL.
//!
//! The launcher starts `sovqat-local guard -- program …`; the guard asks the kernel for a signal at its parent's death
//! and then becomes the program, which keeps that wish across exec. So no unsafe `pre_exec` is needed, and the process
//! id the launcher knows is the program's own. The wish is cleared by a change of user, hence that comes first: the
//! launcher starts the guard as the user the program shall run as.

use crate::cli::Guard;
use anyhow::{Context as _, Result};
use rustix::process::getppid;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

pub fn become_guarded(guarded: &Guard) -> Result<ExitCode> {
    ask_for_death_signal(guarded.interrupt).context("the kernel refused a death signal")?;
    // The launcher may have died before the wish was made, and then nobody will ever send the signal.
    if getppid().map(|pid| pid.as_raw_nonzero().get()) != Some(guarded.parent) {
        return Ok(ExitCode::FAILURE);
    }
    let (program, arguments) = guarded.command.split_first().context("nothing to run")?;
    let error = Command::new(program).args(arguments).exec();
    Err(error).with_context(|| format!("cannot run {}", program.to_string_lossy()))
}

#[cfg(target_os = "linux")]
fn ask_for_death_signal(interrupt: bool) -> rustix::io::Result<()> {
    use rustix::process::{Signal, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(if interrupt { Signal::INT } else { Signal::TERM }))
}

// Elsewhere there is no such signal: the next start finds what was left and stops it.
#[cfg(not(target_os = "linux"))]
fn ask_for_death_signal(_interrupt: bool) -> rustix::io::Result<()> {
    Ok(())
}
