//! Start and stop of every binary: configuration, telemetry, work, drain, flush. When a task fails, the process exits
//! with its error and a supervisor restarts it.

use std::{future::Future, process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Parser;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::mpsc,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use crate::config::ProcessSettings;
use crate::{Clock, client::Connector, config::ProcessConfig, secrets, telemetry, tls::Tls, worker::Worker};

/// Every process makes many small allocations that other threads free; mimalloc is built for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Handle to the running process: its configuration, the stop signal, and tasks whose failure stops the process.
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
    /// Returns a token that is cancelled when the process should stop taking work.
    pub fn stopping(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Reads this process's certificate, with which it connects to other services.
    pub fn connector(&self) -> anyhow::Result<Connector> {
        Ok(Connector::new(Tls::read(&self.config)?))
    }

    /// Runs the workers in the background.
    pub fn start(&self, workers: impl IntoIterator<Item = Worker>) {
        for worker in workers {
            self.spawn(worker.name(), worker.run(self.stopping()));
        }
    }

    /// Runs `task` in the background. When it fails, the process stops with its error.
    pub fn spawn(&self, name: &'static str, task: impl Future<Output = anyhow::Result<()>> + Send + 'static) {
        let (stop, failures) = (self.stop.clone(), self.failures.clone());
        self.tasks.spawn(async move {
            let outcome = tokio::spawn(task).await.map_err(anyhow::Error::from).and_then(|result| result);
            if let Err(error) = outcome {
                // The receiver is gone only when the process is already exiting.
                let _ = failures.send(error.context(format!("{name} died")));
                stop.cancel();
            }
        });
    }
}

/// Parses the configuration, runs `serve` until a signal or a failure, drains, flushes, and returns the exit code.
pub fn run<C, F>(name: &'static str, serve: impl FnOnce(C, Process) -> F) -> ExitCode
where
    C: Parser + ProcessSettings,
    F: Future<Output = anyhow::Result<()>>,
{
    let config: C = match secrets::parse(std::env::args_os(), |variable| std::env::var_os(variable)) {
        Ok(config) => config,
        Err(error) => match error.downcast::<clap::Error>() {
            // Prints the help, the version or what is wrong with the arguments.
            Ok(error) => error.exit(),
            Err(error) => {
                eprintln!("{name}: {error:#}");
                return ExitCode::FAILURE;
            }
        },
    };
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
    C: ProcessSettings,
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
    let upkeep = tokio::spawn(telemetry::run_metrics_upkeep());

    let served = serve(config, process).await;
    stop.cancel();
    tasks.close();
    let drained = tokio::time::timeout(drain, tasks.wait()).await;
    if drained.is_err() {
        tracing::warn!("Drain time is over; aborting the remaining work");
    }
    signals.abort();
    upkeep.abort();
    telemetry.flush().await;
    // The first task failure is the cause; an error of `serve` may be its consequence.
    match failed.try_recv() {
        Ok(error) => Err(error),
        Err(_) => served,
    }
}

/// Cancels `stop` on the first SIGTERM or Ctrl-C and exits immediately on the second.
fn cancel_on_signal(stop: CancellationToken) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        let mut signals = 0;
        loop {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            signals += 1;
            if signals > 1 {
                std::process::exit(1);
            }
            stop.cancel();
        }
    })
}

/// Prints the result of a binary's command on standard output, where the person who called it reads it.
pub fn print_result(text: &str) {
    println!("{text}");
}
