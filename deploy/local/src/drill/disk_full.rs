//! The disk of one service's database is full for a while. The service refuses what it cannot store, its server dies
//! when the log has no space, and everything goes on once there is space again.

use super::verdict::Expected;
use super::{Scene, Stage, database::Database};
use anyhow::{Context as _, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const SIZE: &str = "2g";
/// The space that is left on the full disk; the first tables that grow use it up.
const LEFT_KIB: u64 = 128;
const FAILURES: u64 = 20;
const OUTAGE: Duration = Duration::from_secs(15);

pub async fn run(stage: &Stage) -> Result<bool> {
    let disk = Disk::mount(stage.data.join("disk"))?;
    let database = Database::create(stage, stage.service, disk.folder.join("database"), None).await?;
    let mut scene = Scene::start(stage, database, |_| {}).await?;
    disk.fill()?;
    let fault = Instant::now();
    stage.say(&format!("the disk of {} is full", stage.service));
    scene.traffic.wait_for_failures(FAILURES).await?;
    let since = Instant::now();
    let (mut asked, mut answered) = (0, 0);
    while since.elapsed() < OUTAGE {
        // The next part of the log needs space, too: without it the server ends itself and cannot start again.
        let switched = scene.database.sql(stage)?.query("select pg_switch_wal()").await;
        asked += 1;
        answered += i32::from(switched.is_ok());
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let log = std::fs::read(scene.database.cluster.log_path()).unwrap_or_default();
    let log = String::from_utf8_lossy(&log).into_owned();
    let errors = log.lines().filter(|line| line.contains("No space left on device")).count();
    ensure!(errors > 0, "the disk was never full");
    stage.say(&format!(
        "PostgreSQL wrote `No space left on device` {errors} times, and answered {answered} of {asked} statements"
    ));
    disk.grow()?;
    stage.say(&format!("there is space again after {:.0} s", since.elapsed().as_secs_f32()));
    scene.wait_until_it_goes_on(stage, fault).await?;
    let expected = Expected { loss: "nothing".into(), ..Expected::default() };
    scene.finish(stage, &expected, Vec::new()).await
}

/// A file system in memory whose size can be changed. Dropping it removes it.
#[derive(Debug)]
struct Disk {
    folder: PathBuf,
}

impl Disk {
    fn mount(folder: PathBuf) -> Result<Self> {
        if !(cfg!(target_os = "linux") && rustix::process::geteuid().is_root()) {
            bail!("this drill mounts a small file system, which needs root on Linux: run it as root");
        }
        // A killed drill leaves its file system.
        unmount(&folder);
        std::fs::create_dir_all(&folder)?;
        let options = format!("size={SIZE},mode=755");
        let status = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(&folder).status();
        ensure!(status.context("cannot run mount")?.success(), "cannot mount a file system in {}", folder.display());
        Ok(Self { folder })
    }

    fn fill(&self) -> Result<()> {
        let space = rustix::fs::statvfs(&self.folder)?;
        let used = (space.f_blocks - space.f_bfree) * space.f_frsize / 1024;
        self.resize(&format!("{}k", used + LEFT_KIB))
    }

    fn grow(&self) -> Result<()> {
        self.resize(SIZE)
    }

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
