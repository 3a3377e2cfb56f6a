//! Drill: fills the disk of one service's database for a while. The service refuses changes that it cannot store, and
//! PostgreSQL stops when its log has no space. Once there is space again, the shop must recover without help.

use super::verdict::Expected;
use super::{Scene, Stage, database::Database};
use anyhow::{Context as _, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The size of the disk before and after it is full.
const SIZE: &str = "2g";
/// The free space on the full disk, in KiB. The first tables that grow use it up.
const FREE_KIB: u64 = 128;
/// How many requests must fail before the outage is measured.
const FAILURES: u64 = 20;
/// How long the disk stays full after these failures.
const OUTAGE: Duration = Duration::from_secs(15);

pub async fn run(stage: &Stage) -> Result<bool> {
    let disk = Disk::mount(stage.data.join("disk"))?;
    let database = Database::create(stage, stage.service, disk.folder.join("database"), None).await?;
    let mut scene = Scene::start(stage, database, |_| {}).await?;
    disk.fill()?;
    let fault = Instant::now();
    stage.say(&format!("the disk of {} is full", stage.service));
    scene.traffic.wait_for_failures(FAILURES).await?;
    let outage_started = Instant::now();
    let (mut statements, mut answered) = (0, 0);
    while outage_started.elapsed() < OUTAGE {
        // Starts a new part of the log, which needs space. Without space the server stops and cannot start again.
        let switched = scene.database.sql(stage)?.query("select pg_switch_wal()").await;
        statements += 1;
        answered += i32::from(switched.is_ok());
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let log = std::fs::read(scene.database.cluster.log_path()).unwrap_or_default();
    let log = String::from_utf8_lossy(&log).into_owned();
    let errors = log.lines().filter(|line| line.contains("No space left on device")).count();
    ensure!(errors > 0, "the disk was never full");
    stage.say(&format!(
        "PostgreSQL wrote `No space left on device` {errors} times, and answered {answered} of {statements} statements"
    ));
    disk.grow()?;
    stage.say(&format!("there is space again after {:.0} s", outage_started.elapsed().as_secs_f32()));
    scene.wait_until_recovered(stage, fault).await?;
    let expected = Expected { loss: "nothing".into(), ..Expected::default() };
    scene.finish(stage, &expected, Vec::new()).await
}

/// A file system in memory whose size can be changed. Dropping it removes it.
#[derive(Debug)]
struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Mounts the file system at `folder`, with the size `SIZE`.
    fn mount(folder: PathBuf) -> Result<Self> {
        if !(cfg!(target_os = "linux") && rustix::process::geteuid().is_root()) {
            bail!("this drill mounts a small file system, which needs root on Linux: run it as root");
        }
        // A drill that was killed has left its file system.
        unmount(&folder);
        std::fs::create_dir_all(&folder)?;
        let options = format!("size={SIZE},mode=755");
        let status = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(&folder).status();
        ensure!(status.context("cannot run mount")?.success(), "cannot mount a file system in {}", folder.display());
        Ok(Self { folder })
    }

    /// Makes the disk full, by shrinking it to little more than the used space.
    fn fill(&self) -> Result<()> {
        let space = rustix::fs::statvfs(&self.folder)?;
        let used = (space.f_blocks - space.f_bfree) * space.f_frsize / 1024;
        self.resize(&format!("{}k", used + FREE_KIB))
    }

    /// Gives the disk its original size.
    fn grow(&self) -> Result<()> {
        self.resize(SIZE)
    }

    /// Sets the size, in the notation of `mount`, such as `2g`.
    fn resize(&self, size: &str) -> Result<()> {
        let options = format!("remount,size={size}");
        let status = Command::new("mount").args(["-o", &options]).arg(&self.folder).status()?;
        ensure!(status.success(), "cannot change the size of {}", self.folder.display());
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        unmount(&self.folder);
    }
}

/// Unmounts the file system, if there is one, as soon as no process uses it.
fn unmount(folder: &Path) {
    let mounts = std::fs::read_to_string("/proc/mounts").unwrap_or_default();
    let is_mounted = mounts.lines().any(|line| line.split(' ').nth(1) == folder.to_str());
    if is_mounted {
        Command::new("umount").arg("--lazy").arg(folder).status().ok();
    }
}
