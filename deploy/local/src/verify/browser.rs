//! Steps that need the running shop: the browser tests, for which Chromium is found or installed, and then the soak on
//! the same shop.

use super::{Outcome, times};
use crate::board::plain;
use crate::child::{self, LastWord, Running, guarded, program};
use crate::data;
use crate::node;
use crate::owner::Owner;
use crate::shop::ports;
use crate::task;
use crate::workshop::Workshop;
use anyhow::{Context as _, Result, bail};
use futures::future::{FutureExt as _, LocalBoxFuture};
use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Long, because the first start composes pictures. The builds are already done.
const START: Duration = Duration::from_mins(10);

/// The soak also kills parts of the shop; `deploy/load/README.md` describes the numbers.
const SOAK: [(&str, &[&str]); 2] = [("last-one", &["150"]), ("soak", &["20", "40", "1"])];
const FULL_SOAK: [(&str, &[&str]); 2] = [("last-one", &["1000"]), ("soak", &["60", "200"])];

/// Gateway settings for these tests: changes are visible at once, and pages are rendered even on a busy machine.
/// Production caches for seconds and skips slow renderings, which Rust tests cover.
const SETTINGS: [(&str, &str); 3] = [("CACHE_TTL", "1s"), ("PAGE_TTL", "0s"), ("RENDER_WITHIN", "20s")];

pub fn run(shop: Rc<Workshop>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let running = browser_shop(&shop).await?;
        let report = shop.logs.join("browser.json");
        std::fs::remove_file(&report).ok();
        let mut tests = node::npm(&shop.checkout.web());
        tests.args(["run", "e2e"]).env("CI", "true").env("BASE_URL", &running.url);
        tests.env("CHROMIUM", chromium(&shop).await?).env("PLAYWRIGHT_JSON", &report);
        if shop.is_full {
            tests.env("E2E_FULL", "1");
        }
        let tested = task::output_to("browser", &mut tests, &shop.log("browser")).await;
        if report.is_file() {
            times::playwright(&report)?.into_iter().for_each(|test| shop.times.add_test(test));
        }
        tested.map(|()| Outcome::Passed)
    }
    .boxed_local()
}

pub fn soak(shop: Rc<Workshop>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let running = browser_shop(&shop).await?;
        for (script, numbers) in if shop.is_full { FULL_SOAK } else { SOAK } {
            let mut command = program("node");
            command.current_dir(&shop.checkout.root).arg(format!("deploy/load/{script}.mjs")).args(numbers);
            command.env("BASE_URL", &running.url);
            task::output_to(script, &mut command, &shop.log(script)).await?;
        }
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// A running shop with the whole demo, its own port and its own data.
#[derive(Debug)]
pub struct BrowserShop {
    launcher: Running,
    url: String,
}

impl BrowserShop {
    pub async fn stop(mut self) {
        self.launcher.stop(Signal::TERM, Duration::from_secs(8)).await;
    }
}

/// Returns the URL of the shop for this run.
pub async fn running_shop(shop: &Workshop) -> Result<&str> {
    Ok(&browser_shop(shop).await?.url)
}

/// Returns the shop of this run, started on first use.
async fn browser_shop(shop: &Workshop) -> Result<&BrowserShop> {
    shop.browser_shop.get_or_try_init(|| start(shop)).await
}

async fn start(shop: &Workshop) -> Result<BrowserShop> {
    // The folder is reused: its databases are created again, but its pictures are kept.
    let folder = data::folder(&shop.checkout, "target/local/shop", Owner::for_postgres()?);
    let port = ports::any()?;
    let log = shop.log("shop");
    let mut launcher = guarded(child::launcher(), LastWord::Terminate);
    let profile = if shop.is_full { "release" } else { "dev" };
    let pictures = if shop.is_full { "all" } else { "few" };
    launcher.current_dir(&shop.checkout.root).args(["up", "--fresh", "--built", "--demo", "full"]);
    launcher.args(["--pictures", pictures, "--profile", profile, "--port", &port.to_string(), "--data"]).arg(folder);
    launcher.envs(SETTINGS);
    let file = std::fs::File::create(&log)?;
    let mut launcher = Running::start(launcher.stdout(file.try_clone()?).stderr(file))?;
    if let Err(error) = ready(&mut launcher, &log).await {
        launcher.stop(Signal::TERM, Duration::from_secs(8)).await;
        return Err(error);
    }
    Ok(BrowserShop { launcher, url: format!("http://127.0.0.1:{port}") })
}

async fn ready(running: &mut Running, log: &Path) -> Result<()> {
    let begun = Instant::now();
    loop {
        let said = plain(&std::fs::read_to_string(log).unwrap_or_default());
        if said.lines().any(|line| line.starts_with("ready http")) {
            return Ok(());
        }
        if let Some(status) = running.child().try_wait()? {
            bail!("the shop did not start ({status}); the end of {}:\n{}", log.display(), task::tail(log, 25));
        }
        if begun.elapsed() > START {
            bail!("the shop was not ready after {} s; see {}", START.as_secs(), log.display());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Chromium's headless shell renders the same pages in little more than half the time.
const SHELL: &str = "chromium-headless-shell";

/// Returns the browser of this run.
pub async fn chromium(shop: &Workshop) -> Result<&Path> {
    shop.chromium.get_or_try_init(|| find_chromium(shop)).await.map(PathBuf::as_path)
}

/// Uses $CHROMIUM, or else the headless shell, which is installed if we are root on Debian, or else any Chromium on
/// PATH.
async fn find_chromium(shop: &Workshop) -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM").filter(|named| !named.is_empty()) {
        return Ok(named.into());
    }
    if let Some(shell) = node::find(SHELL) {
        return Ok(shell);
    }
    let whole = || ["chromium", "chromium-browser", "google-chrome", "chrome"].into_iter().find_map(node::find);
    if !rustix::process::geteuid().is_root() || node::find("apt-get").is_none() {
        return whole().context(
            "there is no Chromium here: install it (apt install chromium), or name one with CHROMIUM=/path/to/it",
        );
    }
    let log = shop.log("apt");
    task::run(&shop.board, "apt-get update", program("apt-get").arg("update"), &log).await.ok();
    let mut installed = Ok(());
    for package in [SHELL, "chromium"] {
        let mut install = program("apt-get");
        install.args(["install", "--yes", "--no-install-recommends", package]);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        installed = task::run(&shop.board, &format!("apt-get install {package}"), &mut install, &log).await;
        if let Some(found) = node::find(SHELL).or_else(whole) {
            return Ok(found);
        }
    }
    installed?;
    bail!("apt has installed Chromium, but it is not on PATH")
}
