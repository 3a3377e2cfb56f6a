//! `cargo up`: builds, starts and stops the shop.

use crate::board::Board;
use crate::checkout::Checkout;
use crate::cli::{self, Profile};
use crate::data::Data;
use crate::owner::Owner;
use crate::ports::Ports;
use crate::postgres::{self, Cluster, Program, Purpose};
use crate::services::{GATEWAY, SERVICES, explicit_database};
use crate::shop::supervisor::Supervisor;
use crate::shop::{Shop, choose, demo, health, web};
use crate::signals::Stop;
use crate::task;
use anyhow::Result;
use std::cell::RefCell;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// After this time, the programs are killed. With PostgreSQL's shutdown, the whole stop takes less than five seconds.
const STOP_TIMEOUT: Duration = Duration::from_millis(3500);
/// The gateway stops before the services, so that it can finish its open requests.
const GATEWAY_STOP_TIMEOUT: Duration = Duration::from_millis(1500);

pub async fn up(options: cli::Up) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let board = Board::default();
    let checkout = Checkout::find()?;
    let programs = choose(&options.only)?;
    let owner = Owner::for_postgres()?;
    let mut data = Data::open(&checkout, options.data.as_deref(), owner)?;
    let ports = Ports::find(options.port, data.was_killed)?;
    let started = RefCell::new(Started::default());
    let launch =
        Launch { board: &board, options: &options, checkout: &checkout, owner, data: &data, started: &started };
    let result = tokio::select! {
        shop = launch.start(programs, ports) => shop.map(Some),
        () = stop.requested.cancelled() => Ok(None),
    };
    if let Ok(Some(shop)) = &result {
        demo::print_summary(&board, shop, options.demo, &data);
        board.print(&format!("ready {}", shop.url()));
        stop.requested.cancelled().await;
    }
    if result.is_ok() {
        board.print("stopping; press Ctrl-C again to stop at once");
    }
    started.take().stop(&stop).await;
    data.mark_clean();
    result?;
    Ok(ExitCode::SUCCESS)
}

/// The programs that have been started so far. A start can be aborted at any point, and then these are stopped.
#[derive(Debug, Default)]
struct Started {
    postgres: Option<postgres::Supervisor>,
    programs: Vec<Supervisor>,
}

impl Started {
    async fn stop(mut self, stop: &Stop) {
        tokio::select! {
            () = stop_in_order(&mut self.programs) => {}
            () = tokio::time::sleep(STOP_TIMEOUT) => {}
            () = stop.forced.cancelled() => {}
        }
        for program in &mut self.programs {
            program.request_stop();
            program.kill();
            program.wait().await;
        }
        if let Some(postgres) = self.postgres {
            postgres.stop().await;
        }
    }
}

async fn stop_in_order(programs: &mut [Supervisor]) {
    if let Some(gateway) = programs.iter_mut().find(|program| program.name == GATEWAY) {
        gateway.request_stop();
        tokio::time::timeout(GATEWAY_STOP_TIMEOUT, gateway.wait()).await.ok();
    }
    for program in programs.iter() {
        program.request_stop();
    }
    for program in programs {
        program.wait().await;
    }
}

/// The shared state of the steps of a start.
#[derive(Debug)]
struct Launch<'a> {
    board: &'a Board,
    options: &'a cli::Up,
    checkout: &'a Checkout,
    owner: Option<Owner>,
    data: &'a Data,
    started: &'a RefCell<Started>,
}

impl Launch<'_> {
    async fn start(&self, programs: Vec<&'static str>, ports: Ports) -> Result<Shop> {
        let Self { board, checkout, data, .. } = self;
        if self.options.fresh {
            data.clear()?;
        }
        let logs = data.logs()?;
        std::fs::create_dir_all(data.media())?;
        let (.., cluster) = tokio::try_join!(
            self.build(&logs),
            self.web(&programs, &logs),
            demo::pictures(board, checkout, data, self.options, &logs),
            self.database(&programs, ports.postgres, &logs),
        )?;
        let shop = Shop::new(checkout, self.options.profile, &data.root, ports, programs, cluster.as_ref());
        shop.write_certificates()?;
        demo::migrate(board, &shop, data, &logs).await?;
        demo::load(board, &shop, data, self.options.demo, &logs).await?;
        // The order service writes the history with a command of its own, so it must not run yet.
        let is_early = |name: &str| demo::HISTORY_PROGRAMS.contains(&name);
        let history = demo::pending_history(&shop, data, self.options.demo)?;
        if let Some(history) = &history {
            self.run_programs(&shop, is_early).await?;
            history.write(board, &shop, &logs).await?;
        }
        self.run_programs(&shop, |name| history.is_none() || !is_early(name)).await?;
        Ok(shop)
    }

    /// Starts the `chosen` programs, and waits until they are ready.
    async fn run_programs(&self, shop: &Shop, chosen: impl Fn(&str) -> bool) -> Result<()> {
        let numbered = shop.programs.iter().enumerate().filter(|(_, name)| chosen(name));
        let supervisors: Vec<_> =
            numbered.map(|(number, name)| Supervisor::start(self.board, shop, name, number)).collect();
        let statuses: Vec<_> = supervisors.iter().map(Supervisor::status).collect();
        self.started.borrow_mut().programs.extend(supervisors);
        health::wait(self.board, shop, &statuses).await
    }

    async fn build(&self, logs: &Path) -> Result<()> {
        if self.options.no_build { Ok(()) } else { build(self.board, self.checkout, self.options.profile, logs).await }
    }

    /// Only the gateway needs the web app.
    async fn web(&self, programs: &[&str], logs: &Path) -> Result<()> {
        if programs.contains(&GATEWAY) { web::build(self.board, self.checkout, logs).await } else { Ok(()) }
    }

    /// Starts the private cluster, with a database for each service that has none in the environment.
    async fn database(&self, programs: &[&str], port: u16, logs: &Path) -> Result<Option<Cluster>> {
        let Self { board, data, .. } = self;
        let services = SERVICES.into_iter().filter(|name| programs.contains(name) && explicit_database(name).is_none());
        let services: Vec<&str> = services.collect();
        if services.is_empty() {
            return Ok(None);
        }
        let copies = data.root.parent().unwrap_or(&data.root);
        let log = logs.join("npm-postgres.log");
        let program = Program::find(board, self.checkout, self.owner, copies, &log).await?;
        let step = board.step("starting PostgreSQL", None);
        let cluster =
            Cluster::open(program, self.owner, data.join("postgres"), Purpose::Shop, Some(port), &services).await?;
        let supervisor = postgres::Supervisor::start(board, cluster.clone()).await?;
        self.started.borrow_mut().postgres = Some(supervisor);
        step.done("");
        Ok(Some(cluster))
    }
}

/// Builds all programs except this one, which is running.
pub async fn build(board: &Board, checkout: &Checkout, profile: Profile, logs: &Path) -> Result<()> {
    if !checkout.program_folder(profile).join(format!("sovqat-{GATEWAY}")).is_file() {
        board
            .print("  the first start compiles every crate, 8 to 15 minutes on two cores; the progress is shown below");
    }
    let mut command = checkout.cargo();
    command.args(match profile {
        Profile::Release => &["build", "--release", "--workspace", "--exclude", "local", "--bins"][..],
        // Tests need more features of some dependencies. Without `--tests`, these would be compiled a second time
        // later.
        Profile::Dev => &["build", "--workspace", "--bins", "--tests"],
    });
    task::with_progress(&mut command);
    task::run(board, "building the services", &mut command, &logs.join("build.log")).await
}
