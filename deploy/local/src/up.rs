//! `cargo up`: starts the shop, and runs it until a stop is requested.

use crate::board::{Board, Colour};
use crate::checkout::Checkout;
use crate::cli::{self, Profile};
use crate::data::Data;
use crate::observe::{self, Observe};
use crate::owner::Owner;
use crate::ports::Ports;
use crate::postgres::{self, Cluster, Programs, Purpose};
use crate::release::Release;
use crate::services::{GATEWAY, SERVICES, explicit_database};
use crate::shop::control::Control;
use crate::shop::supervisor::Supervisor;
use crate::shop::{Shop, choose, demo, health, summary, web};
use crate::signals::Stop;
use crate::task;
use anyhow::{Result, ensure};
use futures::future::join_all;
use std::cell::RefCell;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// With PostgreSQL's shutdown, a stop takes less than five seconds.
const STOP_TIMEOUT: Duration = Duration::from_millis(3500);
/// Open requests need the services, which stop later.
const GATEWAY_STOP_TIMEOUT: Duration = Duration::from_millis(1500);

/// With more, each process would have fewer than three database connections.
const MAX_REPLICAS: usize = 3;

pub async fn up(options: cli::Up) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let board = Board::default();
    let checkout = Checkout::find()?;
    let programs = choose(&options.only)?;
    ensure!((1..=MAX_REPLICAS).contains(&options.replicas), "--replicas can be from 1 to {MAX_REPLICAS}");
    let release = find_release(&options, &checkout, &programs)?;
    let prometheus = options.observe.then(observe::find).transpose()?;
    let owner = Owner::for_postgres()?;
    let mut data = Data::open(&checkout, options.data.as_deref(), owner)?;
    let ports = Ports::find(options.port, options.replicas, data.was_killed)?;
    let started = RefCell::new(Started::default());
    let launch = Launch {
        board: &board,
        options: &options,
        checkout: &checkout,
        release: &release,
        owner,
        data: &data,
        started: &started,
    };
    // The shop is `None` if the stop was requested during the start.
    let start = tokio::select! {
        shop = launch.start(programs, ports) => shop.map(Some),
        () = stop.requested.cancelled() => Ok(None),
    };
    let mut observe = None;
    let result = start.and_then(|shop| {
        if let (Some(shop), Some(prometheus)) = (&shop, prometheus) {
            observe = Some(Observe::start(prometheus, shop, &data)?);
        }
        Ok(shop)
    });
    if let Ok(Some(shop)) = &result {
        launch.serve(shop, observe.as_ref(), &stop).await;
    }
    if result.is_ok() {
        board.print("stopping; press Ctrl-C again to stop at once");
    }
    started.take().stop(&stop).await;
    data.mark_clean();
    if let Some(observe) = observe {
        observe.stop().await;
    }
    result.map(|_| ExitCode::SUCCESS)
}

fn find_release(options: &cli::Up, checkout: &Checkout, programs: &[&str]) -> Result<Release> {
    let Some(folder) = &options.programs else {
        return Ok(Release::of_checkout(checkout, options.profile));
    };
    let release = Release::open(checkout, folder)?;
    programs.iter().try_for_each(|program| release.ensure_has(program))?;
    Ok(release)
}

/// These programs are stopped even if the start is aborted.
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
    let gateways: Vec<_> = programs.iter_mut().filter(|supervisor| supervisor.process.program == GATEWAY).collect();
    for gateway in &gateways {
        gateway.request_stop();
    }
    tokio::time::timeout(GATEWAY_STOP_TIMEOUT, join_all(gateways.into_iter().map(Supervisor::wait))).await.ok();
    for program in programs.iter() {
        program.request_stop();
    }
    for program in programs {
        program.wait().await;
    }
}

#[derive(Debug)]
struct Launch<'a> {
    board: &'a Board,
    options: &'a cli::Up,
    checkout: &'a Checkout,
    release: &'a Release,
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
            demo::pictures(board, checkout, &self.release.demo, data, self.options, &logs),
            self.database(&programs, ports.postgres, &logs),
        )?;
        let shop = Shop::new(
            checkout,
            self.release.clone(),
            &data.root,
            ports,
            programs,
            self.options.replicas,
            cluster.as_ref(),
        );
        shop.write_certificates()?;
        demo::migrate(board, &shop, data, &logs).await?;
        demo::load(board, &shop, data, self.options.demo, &logs).await?;
        // The order service must not run while its command writes the history.
        let needed_for_history = |name: &str| demo::HISTORY_PROGRAMS.contains(&name);
        let history = demo::pending_history(&shop, data, self.options.demo)?;
        if let Some(history) = &history {
            self.run_programs(&shop, needed_for_history).await?;
            history.write(board, &shop, &logs).await?;
        }
        self.run_programs(&shop, |name| history.is_none() || !needed_for_history(name)).await?;
        Ok(shop)
    }

    /// Prints the addresses, and serves `cargo rollout` until a stop is requested.
    async fn serve(&self, shop: &Shop, observe: Option<&Observe>, stop: &Stop) {
        let Self { board, data, .. } = self;
        summary::print(board, shop, self.options.demo, data);
        let handles = self.started.borrow().programs.iter().map(Supervisor::handle).collect();
        let control = Control::open(board, shop, handles, data.join("logs"));
        if let Some(observe) = observe {
            board.print(&format!(
                "  {:<14} {}/alerts   with the rules of deploy/observability",
                "Prometheus", observe.url
            ));
        }
        board.print(&format!("ready {}", shop.url()));
        match control {
            Ok(mut control) => tokio::select! {
                () = control.serve() => {}
                () = stop.requested.cancelled() => {}
            },
            Err(error) => {
                board.print(&format!("`cargo rollout` is not possible: {error:#}"));
                stop.requested.cancelled().await;
            }
        }
    }

    async fn run_programs(&self, shop: &Shop, is_chosen: impl Fn(&str) -> bool) -> Result<()> {
        let numbered = shop.programs.iter().enumerate().filter(|(_, name)| is_chosen(name));
        let supervisors: Vec<_> = numbered
            .flat_map(|(number, program)| shop.processes(program).map(move |process| (number, process)))
            .map(|(number, process)| Supervisor::start(self.board, shop, process, Colour::Program(number)))
            .collect();
        let statuses: Vec<_> = supervisors.iter().map(Supervisor::status).collect();
        self.started.borrow_mut().programs.extend(supervisors);
        health::wait(self.board, shop, &statuses).await
    }

    async fn build(&self, logs: &Path) -> Result<()> {
        if self.options.no_build || !self.release.is_of_checkout {
            return Ok(());
        }
        build(self.board, self.checkout, self.options.profile, logs).await
    }

    async fn web(&self, programs: &[&str], logs: &Path) -> Result<()> {
        let is_needed = programs.contains(&GATEWAY) && self.release.web == self.checkout.web().join("dist");
        if is_needed { web::build(self.board, self.checkout, logs).await } else { Ok(()) }
    }

    /// Serves only services whose database is not given in the environment.
    async fn database(&self, programs: &[&str], port: u16, logs: &Path) -> Result<Option<Cluster>> {
        let Self { board, data, .. } = self;
        let services = SERVICES.into_iter().filter(|name| programs.contains(name) && explicit_database(name).is_none());
        let services: Vec<&str> = services.collect();
        if services.is_empty() {
            return Ok(None);
        }
        let copies = data.root.parent().unwrap_or(&data.root);
        let log = logs.join("npm-postgres.log");
        let programs = Programs::find(board, self.checkout, self.owner, copies, &log).await?;
        let step = board.step("starting PostgreSQL", None);
        let cluster =
            Cluster::open(programs, self.owner, data.join("postgres"), Purpose::Shop, Some(port), &services).await?;
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
        // Tests use more features of dependencies, which are compiled once for both.
        Profile::Dev => &["build", "--workspace", "--bins", "--tests"],
    });
    task::with_progress(&mut command);
    task::run(board, "building the services", &mut command, &logs.join("build.log")).await
}
