//! Starts a separate shop for browser tests, API clients, soak test and skew test.

use crate::board::strip_escapes;
use crate::checkout::Checkout;
use crate::child::{self, DeathSignal, Running, guarded, program};
use crate::cli::{Pictures, Profile};
use crate::data;
use crate::owner::Owner;
use crate::ports;
use crate::task;
use anyhow::{Context as _, Result, bail};
use rustix::process::Signal;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;

/// The first start composes the product pictures.
const START_TIMEOUT: Duration = Duration::from_mins(10);
const STOP_TIMEOUT: Duration = Duration::from_secs(8);

/// Short caches show changes at once. An order limit of 0 is no limit: a few buyers place hundreds of orders.
pub const SETTINGS: [(&str, &str); 5] = [
    ("CACHE_TTL", "1s"),
    ("PAGE_TTL", "0s"),
    ("RENDER_WITHIN", "20s"),
    ("ORDER_LIMIT_ACCOUNT", "0"),
    ("ORDER_LIMIT_PHONE", "0"),
];

#[derive(Debug)]
pub struct BrowserShop {
    cargo_up: Running,
    /// Records the telemetry of release programs. Dev programs would be too slow.
    recorder: Option<Running>,
    pub url: String,
}

impl BrowserShop {
    pub async fn start(checkout: &Checkout, log: &Path, profile: Profile) -> Result<Self> {
        let folder = data::folder(checkout, "target/local/shop", Owner::for_postgres()?);
        let port = ports::any_free()?;
        let mut command = guarded(child::launcher(), DeathSignal::Terminate);
        let pictures = if profile == Profile::Release { Pictures::All } else { Pictures::Few };
        command.current_dir(&checkout.root).args(["up", "--fresh", "--no-build", "--demo", "full"]);
        command.args(["--pictures", pictures.name(), "--profile", profile.name()]);
        command.args(["--port", &port.to_string(), "--data"]).arg(folder).envs(SETTINGS);
        let recorder = match profile {
            Profile::Release => Some(record_telemetry(&mut command, checkout, log).await?),
            Profile::Dev => None,
        };
        let cargo_up = start_and_wait(&mut command, log).await?;
        Ok(Self { cargo_up, recorder, url: format!("http://127.0.0.1:{port}") })
    }

    /// Starts two replicas of the programs in a folder, for the skew test.
    pub async fn start_programs(checkout: &Checkout, programs: &Path, log: &Path) -> Result<Self> {
        let folder = data::folder(checkout, "target/local/skew-shop", Owner::for_postgres()?);
        let port = ports::any_free()?;
        let mut command = guarded(child::launcher(), DeathSignal::Terminate);
        command.current_dir(&checkout.root).args(["up", "--fresh", "--demo", "full", "--pictures", "few"]);
        command.args(["--replicas", "2", "--port", &port.to_string(), "--data"]).arg(folder);
        command.arg("--programs").arg(programs).envs(SETTINGS).env("SHUTDOWN_DELAY", "1s");
        let cargo_up = start_and_wait(&mut command, log).await?;
        Ok(Self { cargo_up, recorder: None, url: format!("http://127.0.0.1:{port}") })
    }

    pub async fn stop(mut self) {
        self.cargo_up.stop(Signal::TERM, STOP_TIMEOUT).await;
        if let Some(mut recorder) = self.recorder {
            recorder.stop(Signal::TERM, STOP_TIMEOUT).await;
        }
    }
}

pub async fn start_and_wait(command: &mut Command, log: &Path) -> Result<Running> {
    let file = std::fs::File::create(log)?;
    let mut cargo_up = Running::start(command.stdout(file.try_clone()?).stderr(file))?;
    if let Err(error) = wait_until_ready(&mut cargo_up, log).await {
        cargo_up.stop(Signal::TERM, STOP_TIMEOUT).await;
        return Err(error);
    }
    Ok(cargo_up)
}

/// Starts the recorder, and lets the programs of `shop` export to it.
async fn record_telemetry(shop: &mut Command, checkout: &Checkout, log: &Path) -> Result<Running> {
    let recording = log.with_file_name("otlp.bin");
    let mut command = program("node");
    command.current_dir(&checkout.root).arg("deploy/load/otlp-recorder.mjs").arg(&recording);
    let mut recorder = Running::start(command.stdout(Stdio::piped()))?;
    let output = recorder.child().stdout.take().context("the recorder's output is not piped")?;
    let address = BufReader::new(output).lines().next_line().await?.context("the OTLP recorder has not started")?;
    shop.env("OTEL_EXPORTER_OTLP_ENDPOINT", address).env("OTLP_RECORDING", recording);
    Ok(recorder)
}

async fn wait_until_ready(cargo_up: &mut Running, log: &Path) -> Result<()> {
    let started = Instant::now();
    loop {
        let output = strip_escapes(&std::fs::read_to_string(log).unwrap_or_default());
        if output.lines().any(|line| line.starts_with("ready http")) {
            return Ok(());
        }
        if let Some(status) = cargo_up.child().try_wait()? {
            bail!("the shop did not start ({status}); the end of {}:\n{}", log.display(), task::tail(log, 25));
        }
        if started.elapsed() > START_TIMEOUT {
            bail!("the shop was not ready after {} s; see {}", START_TIMEOUT.as_secs(), log.display());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
