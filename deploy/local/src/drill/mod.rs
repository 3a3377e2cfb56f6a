//! `cargo drill` starts a separate shop, loads it with traffic and causes a fault in one service's database. The drill
//! fails if the shop does not recover without help, or if it loses data outside the expected loss.
//!
//! The database of the chosen service runs on its own PostgreSQL server, so that the drill can stop, restore, promote
//! or slow it down. `cargo up` starts all other programs.

mod backup;
mod clock_skew;
mod database;
mod database_proxy;
mod disk_full;
mod failover;
mod restore;
mod script;
mod slow_disk;
mod traffic;
mod verdict;

use crate::board::Board;
use crate::browser_shop;
use crate::checkout::Checkout;
use crate::child::{self, DeathSignal, Running, guarded};
use crate::cli::{self, DrillName};
use crate::data::{self, Data};
use crate::owner::Owner;
use crate::postgres::{self, Programs};
use crate::services::{SERVICES, database_variable, owner_variable};
use crate::signals::Stop;
use crate::up;
use anyhow::{Context as _, Result, bail, ensure};
use database::Database;
use database_proxy::DatabaseProxy;
use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::process::Command;
use traffic::Traffic;
use verdict::{Check, Expected};

const STOP_TIMEOUT: Duration = Duration::from_secs(8);
/// How many orders a drill waits for before the fault, and again after the shop has recovered.
const ORDERS: u64 = 30;
/// How long PostgreSQL may take to reach a state that a drill waits for.
const WAIT_TIMEOUT: Duration = Duration::from_mins(4);
/// The shortest time span of changes that a drill loses on purpose. Within it, orders are placed, paid and sold.
const MIN_LOST_SPAN: Duration = Duration::from_secs(12);
/// The fewest accounts that a drill of auth loses. PostgreSQL logs 32 sequence values ahead, so that recovery skips up
/// to 32 account numbers. Only after more sign-ups could a recovered server give a lost number to another account.
const MIN_LOST_ACCOUNTS: u64 = 40;
/// Folders of an earlier drill, which the next drill removes. It keeps the shop's folder, to reuse the product
/// pictures.
const REMOVED_FOLDERS: [&str; 6] = ["database", "archive", "backup", "restored", "standby", "clock"];

/// The name of an empty file that marks a folder as created by a drill.
const MARKER_FILE: &str = "drill";

/// Runs the drill that the command line names.
pub async fn drill(options: cli::Drill) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let stage = Stage::prepare(&options).await?;
    let passed = tokio::select! {
        passed = run(&stage, &options) => passed?,
        () = stop.requested.cancelled() => bail!("the drill was stopped"),
    };
    stage.board.print(if passed { "passed" } else { "failed" });
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn run(stage: &Stage, options: &cli::Drill) -> Result<bool> {
    if !options.no_build {
        up::build(&stage.board, &stage.checkout, options.profile, &stage.logs).await?;
    }
    match options.name {
        DrillName::Backup => backup::run(stage).await,
        DrillName::Restore => restore::run(stage).await,
        DrillName::Failover => failover::run(stage).await,
        DrillName::DiskFull => disk_full::run(stage).await,
        DrillName::ClockSkew => clock_skew::run(stage).await,
        DrillName::SlowDisk => slow_disk::run(stage).await,
    }
}

/// The folders, programs and options that every drill needs.
#[derive(Debug)]
pub struct Stage {
    board: Board,
    checkout: Checkout,
    owner: Option<Owner>,
    programs: Programs,
    data: Data,
    logs: PathBuf,
    /// The service whose database gets the fault.
    service: &'static str,
    /// The port of the shop's gateway.
    port: u16,
    profile: &'static str,
    /// How many shoppers order at the same time.
    buyers: u16,
}

impl Stage {
    /// Checks the options, removes the folders of an earlier drill, and finds PostgreSQL.
    async fn prepare(options: &cli::Drill) -> Result<Self> {
        let (board, checkout, owner) = (Board::default(), Checkout::find()?, Owner::for_postgres()?);
        let folder = options.data.clone().unwrap_or_else(|| data::folder(&checkout, "target/local/drill", owner));
        let service = SERVICES.into_iter().find(|name| *name == options.service);
        let service = service.with_context(|| format!("there is no service `{}`", options.service))?;
        ensure_is_drill_folder(&folder)?;
        let data = Data::open(&checkout, Some(&folder), owner)?;
        std::fs::write(data.join(MARKER_FILE), "")?;
        for name in REMOVED_FOLDERS {
            remove(&data.join(name))?;
        }
        let logs = data.logs()?;
        let copies = data.root.parent().unwrap_or(&data.root).to_owned();
        let programs = Programs::find(&board, &checkout, owner, &copies, &logs.join("npm-postgres.log")).await?;
        let profile = options.profile.name();
        let (port, buyers) = (options.port, options.buyers);
        Ok(Self { board, checkout, owner, programs, data, logs, service, port, profile, buyers })
    }

    /// Prints a line about the course of the drill.
    fn say(&self, text: &str) {
        self.board.print(&format!("  {text}"));
    }

    /// Returns the folder to which PostgreSQL copies its log.
    fn archive(&self) -> PathBuf {
        self.data.join("archive")
    }
}

/// Refuses a folder with other files, because a drill removes folders such as `backup`.
fn ensure_is_drill_folder(folder: &Path) -> Result<()> {
    let is_empty = std::fs::read_dir(folder).map_or(true, |mut files| files.next().is_none());
    ensure!(
        is_empty || folder.join(MARKER_FILE).is_file(),
        "{} has other files: a drill needs an empty folder, or that of an earlier drill",
        folder.display()
    );
    Ok(())
}

/// Removes a file or folder, if it exists.
fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// A shop under load.
#[derive(Debug)]
struct Scene {
    database: Database,
    /// The proxy through which the shop connects to the database server that is in use.
    proxy: DatabaseProxy,
    shop: Running,
    traffic: Traffic,
}

impl Scene {
    /// Starts the shop with `database`, loads it with traffic, and returns after the first orders. `configure` may set
    /// environment variables of all programs of the shop.
    async fn start(stage: &Stage, database: Database, configure: impl FnOnce(&mut Command)) -> Result<Self> {
        let service = stage.service;
        let proxy = DatabaseProxy::open(database.cluster.port).await?;
        let mut command = guarded(child::launcher(), DeathSignal::Terminate);
        command.current_dir(&stage.checkout.root).args(["up", "--fresh", "--no-build", "--demo", "full"]);
        command.args(["--pictures", "few", "--profile", stage.profile, "--port", &stage.port.to_string()]);
        command.arg("--data").arg(stage.data.join("shop")).envs(browser_shop::SETTINGS);
        let owner_url = postgres::tcp_url(&database.cluster, service, proxy.port);
        command.env(database_variable(service), postgres::for_serving(&owner_url, service));
        command.env(owner_variable(service), owner_url);
        configure(&mut command);
        let log = stage.logs.join("shop.log");
        let step = stage.board.step("starting a shop", Some(&log));
        let shop = browser_shop::start_and_wait(&mut command, &log).await?;
        step.done("");
        let step = stage.board.step("traffic", None);
        let mut traffic = Traffic::start(stage, &format!("http://127.0.0.1:{}", stage.port)).await?;
        traffic.load().await?;
        traffic.wait_for_orders(ORDERS).await?;
        step.done(&format!("{ORDERS} orders"));
        Ok(Self { database, proxy, shop, traffic })
    }

    /// Waits until the shop takes orders again, and prints the time from `fault` to the first of them.
    async fn wait_until_recovered(&mut self, stage: &Stage, fault: Instant) -> Result<()> {
        self.traffic.wait_for_orders(1).await?;
        let outage = fault.elapsed().as_secs_f32();
        stage.say(&format!("the shop goes on by itself: the first order came {outage:.1} s after the fault"));
        self.traffic.wait_for_orders(ORDERS).await.map(drop)
    }

    /// Waits until the shop has made enough changes for the loss: orders, sign-ups for auth, and the minimal time span.
    async fn wait_for_changes_to_lose(&mut self, stage: &Stage) -> Result<()> {
        let mut took = self.traffic.wait_for_orders(ORDERS).await?;
        if stage.service == "auth" {
            took += self.traffic.wait_for_sign_ups(MIN_LOST_ACCOUNTS).await?;
        }
        tokio::time::sleep(MIN_LOST_SPAN.saturating_sub(took)).await;
        Ok(())
    }

    /// Ends the traffic, compares the shop's data with the answers to its clients, prints the verdict, and stops the
    /// shop. Returns whether the drill passed.
    async fn finish(mut self, stage: &Stage, expected: &Expected, checks: Vec<Check>) -> Result<bool> {
        let step = stage.board.step("settling and auditing", None);
        let progress = self.traffic.stop().await?;
        let comparison = self.traffic.compare().await?;
        step.done("");
        let passed = verdict::print(&stage.board, expected, &progress, &comparison, checks);
        self.shop.stop(Signal::TERM, STOP_TIMEOUT).await;
        self.database.stop().await;
        Ok(passed)
    }
}
