//! Starts, signals and stops programs. This program, `sovqat-local`, is called the launcher.
//!
//! The launcher starts each program through the guard (see `guard`), so that the program ends when the launcher dies.
//! Each program has its own process group, so that Ctrl-C reaches only the launcher.

use crate::owner::Owner;
use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsStr;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{Child, Command};

/// The signal that a program gets when the launcher dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeathSignal {
    Terminate,
    /// PostgreSQL's fast shutdown, which does not wait for clients.
    Interrupt,
}

/// Returns a command that runs `program` under the guard. Arguments added later belong to the program.
pub fn guarded(program: impl AsRef<OsStr>, death_signal: DeathSignal) -> Command {
    let mut command = Command::new(launcher());
    command.arg("guard").arg("--parent").arg(std::process::id().to_string());
    if death_signal == DeathSignal::Interrupt {
        command.arg("--interrupt");
    }
    command.arg("--").arg(program).stdin(Stdio::null()).process_group(0);
    // `cargo run` sets these variables for the launcher. Builds and services must not see them.
    for (key, _) in std::env::vars_os() {
        let key = key.to_string_lossy();
        if key.starts_with("CARGO_PKG_") || key.starts_with("CARGO_MANIFEST_") || key == "CARGO_BIN_NAME" {
            command.env_remove(key.as_ref());
        }
    }
    command
}

/// Like [`guarded`], with SIGTERM as the death signal.
pub fn program(path: impl AsRef<OsStr>) -> Command {
    guarded(path, DeathSignal::Terminate)
}

/// Sets the user that runs a command. Without an owner, it runs as the launcher's user.
pub trait RunAs {
    fn run_as(&mut self, owner: Option<Owner>) -> &mut Self;
}

impl RunAs for Command {
    fn run_as(&mut self, owner: Option<Owner>) -> &mut Self {
        match owner {
            Some(owner) => self.uid(owner.uid).gid(owner.gid),
            None => self,
        }
    }
}

/// Returns the path of the launcher's program file. On Linux this is a link that still works when a build has replaced
/// the file, or when the user cannot read its folder. Other systems have no such link, so it is the plain path there.
pub fn launcher() -> std::path::PathBuf {
    let link = std::path::Path::new("/proc/self/exe");
    if link.exists() { link.to_owned() } else { std::env::current_exe().unwrap_or_else(|_| "sovqat-local".into()) }
}

/// A running program. Dropping it sends SIGTERM to its process group.
#[derive(Debug)]
pub struct Running {
    child: Child,
    group: Option<Pid>,
}

impl Running {
    /// Starts a program in its own process group.
    pub fn start(command: &mut Command) -> Result<Self> {
        let child =
            command.spawn().with_context(|| format!("cannot start {}", command.as_std().get_program().display()))?;
        let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        Ok(Self { child, group })
    }

    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Returns the process, for example to read its output.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Sends a signal to the program and those that it has started.
    pub fn signal(&self, signal: Signal) {
        // A child without an id has ended, so another process may have its group id now.
        if let (Some(group), Some(_)) = (self.group, self.child.id()) {
            // Fails if the program has ended, which is fine.
            kill_process_group(group, signal).ok();
        }
    }

    pub async fn wait(&mut self) -> Result<ExitStatus> {
        Ok(self.child.wait().await?)
    }

    /// Sends `signal`, and kills the program if it still runs after `timeout`. Returns whether it ended in time.
    pub async fn stop(&mut self, signal: Signal, timeout: Duration) -> bool {
        self.signal(signal);
        if tokio::time::timeout(timeout, self.child.wait()).await.is_ok() {
            return true;
        }
        self.signal(Signal::KILL);
        self.child.wait().await.ok();
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.signal(Signal::TERM);
    }
}
