//! Starts and stops a program. When a task fails, the process exits with its error.

use std::{
    future::Future,
    process::ExitCode,
    sync::{Arc, OnceLock},
    time::Duration,
};

use anyhow::Context as _;
use clap::Parser;
use tokio::{
    runtime::Runtime,
    signal::unix::{SignalKind, signal},
    sync::mpsc,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use crate::config::ProcessSettings;
use crate::{
    BuildInfo, Clock, client::Connector, config::ProcessConfig, health_check, secrets, telemetry, tls::Tls,
    worker::Worker,
};

/// Suits many small allocations that other threads free.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Clone)]
pub struct Process {
    pub name: &'static str,
    pub build: BuildInfo,
    pub config: ProcessConfig,
    pub clock: Clock,
    /// Cancelled when no new requests should arrive.
    leave: CancellationToken,
    /// Cancelled `shutdown_delay` later, to stop work.
    stop: CancellationToken,
    tasks: TaskTracker,
    failures: mpsc::UnboundedSender<anyhow::Error>,
    schema: Arc<OnceLock<i64>>,
}

impl Process {
    /// Cancelled when readiness should fail; the process serves on until [`stopping`](Self::stopping).
    pub fn leaving(&self) -> CancellationToken {
        self.leave.clone()
    }

    pub fn stopping(&self) -> CancellationToken {
        self.stop.clone()
    }

    #[cfg(feature = "db")]
    pub(crate) fn set_schema(&self, version: i64) {
        let _ = self.schema.set(version);
    }

    /// The newest migration that this program knows.
    pub fn schema(&self) -> Option<i64> {
        self.schema.get().copied()
    }

    pub fn connector(&self) -> anyhow::Result<Connector> {
        Ok(Connector::new(Tls::read(&self.config)?))
    }

    pub fn start(&self, workers: impl IntoIterator<Item = Worker>) {
        for worker in workers {
            self.spawn(worker.name(), worker.run(self.stopping()));
        }
    }

    /// When the task fails, the process stops with its error.
    pub fn spawn(&self, name: &'static str, task: impl Future<Output = anyhow::Result<()>> + Send + 'static) {
        let (stop, failures) = (self.stop.clone(), self.failures.clone());
        self.tasks.spawn(async move {
            let outcome = tokio::spawn(task).await.map_err(anyhow::Error::from).and_then(|result| result);
            if let Err(error) = outcome {
                // Fails only when the process is already exiting.
                let _ = failures.send(error.context(format!("{name} died")));
                stop.cancel();
            }
        });
    }
}

pub fn run<C, F>(name: &'static str, build: BuildInfo, serve: impl FnOnce(C, Process) -> F) -> ExitCode
where
    C: Parser + ProcessSettings,
    F: Future<Output = anyhow::Result<()>>,
{
    let config: C = match secrets::parse(build, std::env::args_os(), |variable| std::env::var_os(variable)) {
        Ok(config) => config,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(error) => error.exit(),
            Err(error) => {
                eprintln!("{name}: {error:#}");
                return ExitCode::FAILURE;
            }
        },
    };
    if config.process().check_health {
        return exit_code(name, health_check::check(config.process().admin_listen));
    }
    let runtime = match new_runtime(config.process().worker_threads) {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("{name} could not start its runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(supervise(name, build, config, serve));
    runtime.shutdown_timeout(Duration::from_millis(200));
    exit_code(name, outcome)
}

fn new_runtime(worker_threads: Option<usize>) -> std::io::Result<Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    if let Some(threads) = worker_threads {
        // tokio panics on 0.
        builder.worker_threads(threads.max(1));
    }
    builder.enable_all().build()
}

fn exit_code(name: &str, outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn supervise<C, F>(
    name: &'static str,
    build: BuildInfo,
    config: C,
    serve: impl FnOnce(C, Process) -> F,
) -> anyhow::Result<()>
where
    C: ProcessSettings,
    F: Future<Output = anyhow::Result<()>>,
{
    let process_config = config.process().clone();
    let drain = process_config.drain;

    let telemetry = telemetry::init(name, build, &process_config).context("telemetry does not start")?;
    build.set_running(Clock::system().now());

    let (failures, mut failed) = mpsc::unbounded_channel();
    let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
    let leave = stop.child_token();
    let delay = process_config.shutdown_delay;
    let process = Process {
        name,
        build,
        config: process_config,
        clock: Clock::system(),
        leave: leave.clone(),
        stop: stop.clone(),
        tasks: tasks.clone(),
        failures,
        schema: Arc::default(),
    };
    let signals = tokio::spawn(stop_on_signal(leave, stop.clone(), delay)?);
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
    // A task's failure is the cause; an error of `serve` may be its consequence.
    match failed.try_recv() {
        Ok(error) => Err(error),
        Err(_) => served,
    }
}

/// The first SIGTERM or Ctrl-C cancels `leave` and, after `delay`, `stop`. The second exits at once.
fn stop_on_signal(
    leave: CancellationToken,
    stop: CancellationToken,
    delay: Duration,
) -> anyhow::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        let mut next = async move || {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        };
        next().await;
        leave.cancel();
        let delayed_stop = async {
            tokio::time::sleep(delay).await;
            stop.cancel();
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = delayed_stop => {}
            () = next() => std::process::exit(1),
        }
    })
}

pub fn print_result(text: &str) {
    println!("{text}");
}
