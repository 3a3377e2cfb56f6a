//! Starts programs so that they end with the launcher, `sovqat-local`.

use crate::owner::Owner;
use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsStr;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{Child, Command};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeathSignal {
    Terminate,
    /// PostgreSQL's fast shutdown.
    Interrupt,
}

/// Runs `program` under `sovqat-local guard`, which signals it when the launcher ends, and in its own process group,
/// which Ctrl-C does not reach. Later arguments belong to the program.
pub fn guarded(program: impl AsRef<OsStr>, death_signal: DeathSignal) -> Command {
    let mut command = Command::new(launcher());
    command.arg("guard").arg("--parent").arg(std::process::id().to_string());
    if death_signal == DeathSignal::Interrupt {
        command.arg("--interrupt");
    }
    command.arg("--").arg(program).stdin(Stdio::null()).process_group(0);
    // `cargo run` sets these for the launcher. Builds must not see them.
    for (key, _) in std::env::vars_os() {
        let key = key.to_string_lossy();
        if key.starts_with("CARGO_PKG_") || key.starts_with("CARGO_MANIFEST_") || key == "CARGO_BIN_NAME" {
            command.env_remove(key.as_ref());
        }
    }
    command
}

pub fn program(path: impl AsRef<OsStr>) -> Command {
    guarded(path, DeathSignal::Terminate)
}

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

/// The link works even if a build has replaced the file.
pub fn launcher() -> std::path::PathBuf {
    let link = std::path::Path::new("/proc/self/exe");
    if link.exists() { link.to_owned() } else { std::env::current_exe().unwrap_or_else(|_| "sovqat-local".into()) }
}

/// Dropping it sends SIGTERM to the process group.
#[derive(Debug)]
pub struct Running {
    child: Child,
    group: Option<Pid>,
}

impl Running {
    pub fn start(command: &mut Command) -> Result<Self> {
        let child =
            command.spawn().with_context(|| format!("cannot start {}", command.as_std().get_program().display()))?;
        let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        Ok(Self { child, group })
    }

    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    pub fn signal(&self, signal: Signal) {
        // A child without an id has ended, and its group id may be reused.
        if let (Some(group), Some(_)) = (self.group, self.child.id()) {
            kill_process_group(group, signal).ok();
        }
    }

    pub async fn wait(&mut self) -> Result<ExitStatus> {
        Ok(self.child.wait().await?)
    }

    /// Kills the program after `timeout`. Returns whether it ended in time.
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
