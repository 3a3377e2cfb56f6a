//! Cleans up after a killed launcher or server. PostgreSQL takes a zombie for a running server, so the pid file is
//! removed.

use super::programs::Programs;
use crate::child::{DeathSignal, RunAs as _, guarded};
use crate::owner::Owner;
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const STOP_TIMEOUT: Duration = Duration::from_secs(30);

pub async fn clean_up(programs: &Programs, owner: Option<Owner>, data: &Path) -> Result<()> {
    let file = data.join("postmaster.pid");
    let Ok(text) = std::fs::read_to_string(&file) else { return Ok(()) };
    let recorded = text.lines().next().and_then(|line| line.trim().parse::<i32>().ok());
    if recorded.is_some_and(|pid| is_postmaster_of(pid, data)) {
        stop(programs, owner, data).await?;
    }
    let started = Instant::now();
    while is_in_use(data) {
        if started.elapsed() > STOP_TIMEOUT {
            bail!("an old PostgreSQL process still uses {}; end it and start again", data.display());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    match std::fs::remove_file(&file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove the stale {}", file.display()))
        }
        _ => Ok(()),
    }
}

/// Fails only if the server still runs: the death signal may have stopped it before `pg_ctl` does.
async fn stop(programs: &Programs, owner: Option<Owner>, data: &Path) -> Result<()> {
    let mut command = guarded(programs.path("pg_ctl"), DeathSignal::Terminate);
    command.args(["stop", "-m", "fast", "-w", "-t", "60", "-D"]).arg(data);
    command.run_as(owner).current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().await?;
    if !status.success() && data.join("postmaster.pid").exists() && is_in_use(data) {
        bail!("an old PostgreSQL in {} does not stop ({status})", data.display());
    }
    Ok(())
}

/// Another program may have this process id.
fn is_postmaster_of(pid: i32, data: &Path) -> bool {
    if !Path::new("/proc/self").exists() {
        return rustix::process::Pid::from_raw(pid).is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok());
    }
    // The command line of a zombie is empty.
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|word| word == data.as_os_str().as_encoded_bytes())
}

/// The data folder is the working directory of all PostgreSQL processes.
fn is_in_use(data: &Path) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    processes.flatten().any(|process| std::fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == data))
}
