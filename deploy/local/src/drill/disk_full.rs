//! Drill: fills the disk of one service's database, which stops PostgreSQL.

use super::verdict::Expected;
use super::{LoadedShop, Setup, database::Database};
use anyhow::{Context as _, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The usual size, in the notation of `mount`.
const SIZE: &str = "2g";
/// The free space of the full disk: the first tables that grow use it up.
const FREE_KIB: u64 = 128;
const FAILURES: u64 = 20;
const OUTAGE: Duration = Duration::from_secs(15);

pub async fn run(setup: &Setup) -> Result<bool> {
    let disk = Disk::mount(setup.data.join("disk"))?;
    let database = Database::create(setup, disk.folder.join("database")).await?;
    let mut shop = LoadedShop::start(setup, database).await?;
    disk.fill()?;
    let fault = Instant::now();
    setup.print(&format!("the disk of {} is full", setup.service));
    shop.traffic.wait_for_failures(FAILURES).await?;
    let outage_started = Instant::now();
    let answers = query_until_end_of_outage(setup, &shop.database, outage_started).await?;
    let errors = count_disk_errors(&shop.database);
    ensure!(errors > 0, "the disk was never full");
    setup.print(&format!(
        "PostgreSQL wrote `No space left on device` {errors} times, and answered {} of {} statements",
        answers.successful, answers.all
    ));
    disk.grow()?;
    setup.print(&format!("there is space again after {:.0} s", outage_started.elapsed().as_secs_f32()));
    shop.wait_until_recovered(setup, fault).await?;
    shop.finish(setup, &Expected::no_loss(), Vec::new()).await
}

#[derive(Default)]
struct Answers {
    successful: usize,
    all: usize,
}

async fn query_until_end_of_outage(setup: &Setup, database: &Database, started: Instant) -> Result<Answers> {
    let mut answers = Answers::default();
    while started.elapsed() < OUTAGE {
        // A new WAL file needs space.
        let switched = database.sql(setup)?.query("select pg_switch_wal()").await;
        answers.all += 1;
        answers.successful += usize::from(switched.is_ok());
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    Ok(answers)
}

fn count_disk_errors(database: &Database) -> usize {
    let log = std::fs::read(database.cluster.log_path()).unwrap_or_default();
    String::from_utf8_lossy(&log).lines().filter(|line| line.contains("No space left on device")).count()
}

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
        self.resize(&format!("{}k", used + FREE_KIB))
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

fn unmount(folder: &Path) {
    let mounts = std::fs::read_to_string("/proc/mounts").unwrap_or_default();
    let is_mounted = mounts.lines().any(|line| line.split(' ').nth(1) == folder.to_str());
    if is_mounted {
        Command::new("umount").arg("--lazy").arg(folder).status().ok();
    }
}
