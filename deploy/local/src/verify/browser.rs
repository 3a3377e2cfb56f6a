//! The steps that need the shop itself, started as a user would start it: the browser, for which Chromium is found or brought,
//! and the soak.

use super::Outcome;
use crate::board::plain;
use crate::child::{LastWord, Running, guarded, program};
use crate::data;
use crate::node;
use crate::owner::Owner;
use crate::regen::Workshop;
use crate::shop::ports;
use crate::task;
use anyhow::{Context as _, Result, bail};
use futures::future::{FutureExt as _, LocalBoxFuture};
use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::process::Command;

/// A first start composes pictures; the builds are done by then.
const START: Duration = Duration::from_mins(10);

/// Short, but with every kind of accident; `deploy/load/README.md` tells how to run long ones.
const SOAK: [(&str, &[&str]); 2] = [("last-one", &["150"]), ("soak", &["20", "40", "1"])];

pub fn run(shop: Rc<Workshop>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let chromium = chromium(&shop).await?;
        let mut tests = node::npm(&shop.checkout.web());
        // What loses a race against a busy machine is tried again, and told as flaky.
        tests.args(["run", "e2e"]).env("CHROMIUM", &chromium).env("CI", "true");
        with_a_shop(&shop, "browser", [("browser", tests)]).await
    }
    .boxed_local()
}

pub fn soak(shop: Rc<Workshop>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let crowds = SOAK.map(|(script, crowd)| {
            let mut command = program("node");
            command.current_dir(&shop.checkout.root).arg(format!("deploy/load/{script}.mjs")).args(crowd);
            (script, command)
        });
        with_a_shop(&shop, "soak", crowds).await
    }
    .boxed_local()
}

/// Runs `tests`, one after the other, on a new shop with the whole demo, its own port and its own data; `BASE_URL` tells them where it is.
/// Each has a log of its own.
async fn with_a_shop(
    shop: &Workshop,
    name: &'static str,
    tests: impl IntoIterator<Item = (&'static str, Command)>,
) -> Result<Outcome> {
    // One after the other in one folder: its databases begin anew, its pictures need not be composed again.
    let folder = data::folder(&shop.checkout, "target/local/shop", Owner::for_postgres()?);
    let port = ports::any()?;
    let log = shop.log(&format!("{name}-shop"));
    let mut launcher = guarded(std::env::current_exe()?, LastWord::Terminate);
    let options = ["up", "--fresh", "--demo", "full", "--profile", "dev", "--port", &port.to_string()];
    launcher.current_dir(&shop.checkout.root).args(options).arg("--data").arg(folder);
    let file = std::fs::File::create(&log)?;
    let mut running = Running::start(launcher.stdout(file.try_clone()?).stderr(file))?;
    let tested = async {
        ready(&mut running, &log).await?;
        for (log, mut test) in tests {
            test.env("BASE_URL", format!("http://127.0.0.1:{port}"));
            task::output_to(log, &mut test, &shop.log(log)).await?;
        }
        Ok(())
    }
    .await;
    running.stop(Signal::TERM, Duration::from_secs(8)).await;
    tested.map(|()| Outcome::Passed)
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

/// Chromium without a window to draw: the same pages in little more than half the time.
const SHELL: &str = "chromium-headless-shell";

/// $CHROMIUM, the headless shell, a fresh installation of it when we are root on a Debian, or what else is on PATH.
async fn chromium(shop: &Workshop) -> Result<PathBuf> {
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
