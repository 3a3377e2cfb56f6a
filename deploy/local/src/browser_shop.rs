//! The shop that the browser tests, the generated API clients and the soak test use.

use crate::board::strip_escapes;
use crate::checkout::Checkout;
use crate::child::{self, DeathSignal, Running, guarded};
use crate::data;
use crate::owner::Owner;
use crate::ports;
use crate::task;
use anyhow::{Result, bail};
use rustix::process::Signal;
use std::path::Path;
use std::time::{Duration, Instant};

/// Long, because the first start composes the product pictures.
const START_TIMEOUT: Duration = Duration::from_mins(10);
/// `cargo up` stops within five seconds.
const STOP_TIMEOUT: Duration = Duration::from_secs(8);

/// Settings for these tests: changes are visible at once, and pages are rendered even on a busy machine.
/// Production caches for seconds and skips slow renderings, which Rust tests cover. In the soak test a few buyers place
/// hundreds of orders, so their number is not limited.
const SETTINGS: [(&str, &str); 5] = [
    ("CACHE_TTL", "1s"),
    ("PAGE_TTL", "0s"),
    ("RENDER_WITHIN", "20s"),
    ("ORDER_LIMIT_ACCOUNT", "0"),
    ("ORDER_LIMIT_PHONE", "0"),
];

/// A running shop with the whole demo, its own port and its own data.
#[derive(Debug)]
pub struct BrowserShop {
    /// The process of `cargo up`.
    launcher: Running,
    pub url: String,
}

impl BrowserShop {
    /// Starts programs that are already compiled: with `is_release` release programs with all pictures, otherwise debug
    /// programs with few.
    pub async fn start(checkout: &Checkout, log: &Path, is_release: bool) -> Result<Self> {
        // The folder is reused: its databases are created again, but its pictures are kept.
        let folder = data::folder(checkout, "target/local/shop", Owner::for_postgres()?);
        let port = ports::any_free()?;
        let mut command = guarded(child::launcher(), DeathSignal::Terminate);
        let (profile, pictures) = if is_release { ("release", "all") } else { ("dev", "few") };
        command.current_dir(&checkout.root).args(["up", "--fresh", "--no-build", "--demo", "full"]);
        command.args(["--pictures", pictures, "--profile", profile, "--port", &port.to_string(), "--data"]).arg(folder);
        command.envs(SETTINGS);
        let file = std::fs::File::create(log)?;
        let mut launcher = Running::start(command.stdout(file.try_clone()?).stderr(file))?;
        if let Err(error) = wait_until_ready(&mut launcher, log).await {
            launcher.stop(Signal::TERM, STOP_TIMEOUT).await;
            return Err(error);
        }
        Ok(Self { launcher, url: format!("http://127.0.0.1:{port}") })
    }

    pub async fn stop(mut self) {
        self.launcher.stop(Signal::TERM, STOP_TIMEOUT).await;
    }
}

async fn wait_until_ready(launcher: &mut Running, log: &Path) -> Result<()> {
    let started = Instant::now();
    loop {
        let output = strip_escapes(&std::fs::read_to_string(log).unwrap_or_default());
        if output.lines().any(|line| line.starts_with("ready http")) {
            return Ok(());
        }
        if let Some(status) = launcher.child().try_wait()? {
            bail!("the shop did not start ({status}); the end of {}:\n{}", log.display(), task::tail(log, 25));
        }
        if started.elapsed() > START_TIMEOUT {
            bail!("the shop was not ready after {} s; see {}", START_TIMEOUT.as_secs(), log.display());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
