//! One way to start and stop for every binary: configuration, telemetry, the work, then drain and flush. A task that dies
//! takes the process down loudly; a supervisor starts it anew.

use std::{future::Future, process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Parser;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::mpsc,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{Clock, config::ProcessConfig, telemetry, worker::Worker};

/// Small allocations by the thousand, freed on other threads, are what every process of the shop does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A configuration that carries the knobs of every process.
pub trait HasProcess {
    fn process(&self) -> &ProcessConfig;
}

/// What a running process hands to its work: when to stop, and where to put what must not die unnoticed.
#[derive(Clone)]
pub struct Process {
    pub name: &'static str,
    pub config: ProcessConfig,
    pub clock: Clock,
    stop: CancellationToken,
    tasks: TaskTracker,
    failures: mpsc::UnboundedSender<anyhow::Error>,
}

impl Process {
    /// Cancelled when the process should stop taking work.
    pub fn stopping(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Starts the workers of a service.
    pub fn start(&self, workers: impl IntoIterator<Item = Worker>) {
        for worker in workers {
            self.spawn(worker.name(), worker.run(self.stopping()));
        }
    }

    /// Runs `task` beside the others. When it fails, the process stops with its error.
    pub fn spawn(&self, name: &'static str, task: impl Future<Output = anyhow::Result<()>> + Send + 'static) {
        let (stop, failures) = (self.stop.clone(), self.failures.clone());
        self.tasks.spawn(async move {
            let outcome = tokio::spawn(task).await.map_err(anyhow::Error::from).and_then(|result| result);
            if let Err(error) = outcome {
                // The receiver is gone only when the process is already on its way out.
                let _ = failures.send(error.context(format!("{name} died")));
                stop.cancel();
            }
        });
    }
}

/// Parses the configuration, runs `serve` until a signal or a failure, drains, flushes, and says how it went.
pub fn run<C, F>(name: &'static str, serve: impl FnOnce(C, Process) -> F) -> ExitCode
where
    C: Parser + HasProcess,
    F: Future<Output = anyhow::Result<()>>,
{
    let config = C::parse();
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    if let Some(threads) = config.process().worker_threads {
        builder.worker_threads(threads.max(1));
    }
    let runtime = match builder.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("{name} could not start its runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(supervise(name, config, serve));
    runtime.shutdown_timeout(Duration::from_millis(200));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn supervise<C, F>(name: &'static str, config: C, serve: impl FnOnce(C, Process) -> F) -> anyhow::Result<()>
where
    C: HasProcess,
    F: Future<Output = anyhow::Result<()>>,
{
    let process_config = config.process().clone();
    let drain = process_config.drain;
    let telemetry = telemetry::init(name, &process_config).context("telemetry does not start")?;
    let (failures, mut failed) = mpsc::unbounded_channel();
    let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
    let process = Process {
        name,
        config: process_config,
        clock: Clock::system(),
        stop: stop.clone(),
        tasks: tasks.clone(),
        failures,
    };
    let signals = tokio::spawn(cancel_on_signal(stop.clone())?);
    let upkeep = tokio::spawn(telemetry::keep_metrics());

    let served = serve(config, process).await;
    stop.cancel();
    tasks.close();
    let drained = tokio::time::timeout(drain, tasks.wait()).await;
    if drained.is_err() {
        tracing::warn!("Stopping with work under way: the drain time is over");
    }
    signals.abort();
    upkeep.abort();
    telemetry.flush().await;
    // What died first is the cause; what `serve` says may be its consequence.
    match failed.try_recv() {
        Ok(error) => Err(error),
        Err(_) => served,
    }
}

/// SIGTERM and Ctrl-C ask for a stop; a second one does not wait for it.
fn cancel_on_signal(stop: CancellationToken) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        let mut asked = 0;
        loop {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            asked += 1;
            if asked > 1 {
                std::process::exit(1);
            }
            stop.cancel();
        }
    })
}
