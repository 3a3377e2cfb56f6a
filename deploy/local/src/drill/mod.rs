//! `cargo drill` causes a fault in a separate shop under load. It must recover without help and lose only the expected
//! data.

mod backup;
mod clock_skew;
mod database;
mod database_proxy;
mod disk_full;
mod failover;
mod restore;
mod script;
mod slow_disk;
mod sql;
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
/// Orders before the fault, and again after the recovery.
const ORDERS: u64 = 30;
const WAIT_TIMEOUT: Duration = Duration::from_mins(4);
/// The lost changes span at least this time, in which orders are placed, paid and sold.
const MIN_LOST_SPAN: Duration = Duration::from_secs(12);
/// PostgreSQL logs 32 sequence values ahead, so a recovered server reuses account numbers only if more accounts are
/// lost.
const MIN_LOST_ACCOUNTS: u64 = 40;
/// The shop's folder stays, because it has the product pictures.
const REMOVED_FOLDERS: [&str; 6] = ["database", "archive", "backup", "restored", "standby", "clock"];

/// Marks a folder as created by a drill.
const MARKER_FILE: &str = "drill";

pub async fn drill(options: cli::Drill) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let setup = Setup::prepare(&options).await?;
    let passed = tokio::select! {
        passed = run(&setup, &options) => passed?,
        () = stop.requested.cancelled() => bail!("the drill was stopped"),
    };
    setup.board.print(if passed { "passed" } else { "failed" });
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn run(setup: &Setup, options: &cli::Drill) -> Result<bool> {
    if !options.no_build {
        up::build(&setup.board, &setup.checkout, options.profile, &setup.logs).await?;
    }
    match options.name {
        DrillName::Backup => backup::run(setup).await,
        DrillName::Restore => restore::run(setup).await,
        DrillName::Failover => failover::run(setup).await,
        DrillName::DiskFull => disk_full::run(setup).await,
        DrillName::ClockSkew => clock_skew::run(setup).await,
        DrillName::SlowDisk => slow_disk::run(setup).await,
    }
}

#[derive(Debug)]
pub struct Setup {
    board: Board,
    checkout: Checkout,
    owner: Option<Owner>,
    programs: Programs,
    data: Data,
    logs: PathBuf,
    service: &'static str,
    port: u16,
    profile: &'static str,
    buyers: u16,
}

impl Setup {
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
        let program_copies = data.root.parent().unwrap_or(&data.root).to_owned();
        let programs =
            Programs::find(&board, &checkout, owner, &program_copies, &logs.join("npm-postgres.log")).await?;
        let profile = options.profile.name();
        let (port, buyers) = (options.port, options.buyers);
        Ok(Self { board, checkout, owner, programs, data, logs, service, port, profile, buyers })
    }

    fn print(&self, text: &str) {
        self.board.print(&format!("  {text}"));
    }

    fn archive(&self) -> PathBuf {
        self.data.join("archive")
    }
}

/// A drill removes folders such as `backup`.
fn ensure_is_drill_folder(folder: &Path) -> Result<()> {
    let is_empty = std::fs::read_dir(folder).map_or(true, |mut files| files.next().is_none());
    ensure!(
        is_empty || folder.join(MARKER_FILE).is_file(),
        "{} has other files: a drill needs an empty folder, or that of an earlier drill",
        folder.display()
    );
    Ok(())
}

fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

#[derive(Debug)]
struct LoadedShop {
    database: Database,
    proxy: DatabaseProxy,
    cargo_up: Running,
    traffic: Traffic,
}

impl LoadedShop {
    /// Returns after the first orders.
    async fn start(setup: &Setup, database: Database) -> Result<Self> {
        let no_changes = |_: &mut Command| {};
        Self::start_with(setup, database, no_changes).await
    }

    /// `configure` changes the command that starts the shop.
    async fn start_with(setup: &Setup, database: Database, configure: impl FnOnce(&mut Command)) -> Result<Self> {
        let service = setup.service;
        let proxy = DatabaseProxy::open(database.cluster.port).await?;
        let mut command = guarded(child::launcher(), DeathSignal::Terminate);
        command.current_dir(&setup.checkout.root).args(["up", "--fresh", "--no-build", "--demo", "full"]);
        command.args(["--pictures", "few", "--profile", setup.profile, "--port", &setup.port.to_string()]);
        command.arg("--data").arg(setup.data.join("shop")).envs(browser_shop::SETTINGS);
        // Owner and serving role connect through the proxy, which the drill switches to another server.
        let owner_url = postgres::tcp_url(&database.cluster, service, proxy.port);
        command.env(database_variable(service), postgres::for_serving(&owner_url, service));
        command.env(owner_variable(service), owner_url);
        configure(&mut command);
        let log = setup.logs.join("shop.log");
        let step = setup.board.step("starting a shop", Some(&log));
        let cargo_up = browser_shop::start_and_wait(&mut command, &log).await?;
        step.done("");
        let step = setup.board.step("traffic", None);
        let mut traffic = Traffic::prepare(setup, &format!("http://127.0.0.1:{}", setup.port)).await?;
        traffic.start().await?;
        traffic.wait_for_orders(ORDERS).await?;
        step.done(&format!("{ORDERS} orders"));
        Ok(Self { database, proxy, cargo_up, traffic })
    }

    /// Prints the time from `fault` to the first new order.
    async fn wait_until_recovered(&mut self, setup: &Setup, fault: Instant) -> Result<()> {
        self.traffic.wait_for_orders(1).await?;
        let outage = fault.elapsed().as_secs_f32();
        setup.print(&format!("the shop goes on by itself: the first order came {outage:.1} s after the fault"));
        self.traffic.wait_for_orders(ORDERS).await.map(drop)
    }

    async fn wait_for_changes_to_lose(&mut self, setup: &Setup) -> Result<()> {
        let mut took = self.traffic.wait_for_orders(ORDERS).await?;
        if setup.service == "auth" {
            took += self.traffic.wait_for_sign_ups(MIN_LOST_ACCOUNTS).await?;
        }
        tokio::time::sleep(MIN_LOST_SPAN.saturating_sub(took)).await;
        Ok(())
    }

    /// Returns whether the drill passed.
    async fn finish(mut self, setup: &Setup, expected: &Expected, checks: Vec<Check>) -> Result<bool> {
        let step = setup.board.step("settling and auditing", None);
        let progress = self.traffic.stop().await?;
        let comparison = self.traffic.compare().await?;
        step.done("");
        let passed = verdict::print(&setup.board, expected, &progress, &comparison, checks);
        self.cargo_up.stop(Signal::TERM, STOP_TIMEOUT).await;
        self.database.stop().await;
        Ok(passed)
    }
}
