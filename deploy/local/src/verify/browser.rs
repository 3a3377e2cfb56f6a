//! Runs the browser tests and the soak test in a running shop.

use super::step::Outcome;
use crate::browser_shop::BrowserShop;
use crate::child::program;
use crate::cli::Profile;
use crate::node;
use crate::session::Session;
use crate::task;
use crate::test_reports;
use anyhow::{Context as _, Result, bail};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// `last-one` takes the number of buyers, and `soak` seconds, buyers and a random seed.
const SOAK: [(&str, &[&str]); 2] = [("last-one", &["150"]), ("soak", &["20", "40", "1"])];
const FULL_SOAK: [(&str, &[&str]); 2] = [("last-one", &["1000"]), ("soak", &["60", "200"])];

pub fn run(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let running = browser_shop(&session).await?;
        let report = session.logs.join("browser.json");
        std::fs::remove_file(&report).ok();
        let mut tests = node::npm(&session.checkout.web());
        tests.args(["run", "e2e"]).env("CI", "true").env("BASE_URL", &running.url);
        tests.env("CHROMIUM", chromium(&session).await?).env("PLAYWRIGHT_JSON", &report);
        if session.is_full {
            tests.env("E2E_FULL", "1");
        }
        let result = task::output_to("browser", &mut tests, &session.log("browser")).await;
        if report.is_file() {
            test_reports::playwright(&report)?.into_iter().for_each(|test| session.times.add_test(test));
        }
        result.map(|()| Outcome::Passed)
    }
    .boxed_local()
}

pub fn soak(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let running = browser_shop(&session).await?;
        for (script, arguments) in if session.is_full { FULL_SOAK } else { SOAK } {
            let mut command = program("node");
            command.current_dir(&session.checkout.root).arg(format!("deploy/load/{script}.mjs")).args(arguments);
            command.env("BASE_URL", &running.url);
            task::output_to(script, &mut command, &session.log(script)).await?;
        }
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub async fn shop_url(session: &Session) -> Result<&str> {
    Ok(&browser_shop(session).await?.url)
}

async fn browser_shop(session: &Session) -> Result<&BrowserShop> {
    session
        .browser_shop
        .get_or_try_init(|| async {
            let profile = if session.is_full { Profile::Release } else { Profile::Dev };
            BrowserShop::start(&session.checkout, &session.log("shop"), profile).await
        })
        .await
}

/// Renders in little more than half the time of Chromium.
const HEADLESS_SHELL: &str = "chromium-headless-shell";

pub async fn chromium(session: &Session) -> Result<&Path> {
    session.chromium.get_or_try_init(|| find_chromium(session)).await.map(PathBuf::as_path)
}

/// Installs the headless shell if this is root on Debian.
async fn find_chromium(session: &Session) -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM").filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    if let Some(shell) = node::find(HEADLESS_SHELL) {
        return Ok(shell);
    }
    let any_chromium = || ["chromium", "chromium-browser", "google-chrome", "chrome"].into_iter().find_map(node::find);
    if !rustix::process::geteuid().is_root() || node::find("apt-get").is_none() {
        return any_chromium().context(
            "Chromium is not installed: install it (apt install chromium), or name one with CHROMIUM=/path/to/it",
        );
    }
    let log = session.log("apt");
    task::run(&session.board, "apt-get update", program("apt-get").arg("update"), &log).await.ok();
    let mut installed = Ok(());
    for package in [HEADLESS_SHELL, "chromium"] {
        let mut install = program("apt-get");
        install.args(["install", "--yes", "--no-install-recommends", package]);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        installed = task::run(&session.board, &format!("apt-get install {package}"), &mut install, &log).await;
        if let Some(found) = node::find(HEADLESS_SHELL).or_else(any_chromium) {
            return Ok(found);
        }
    }
    installed?;
    bail!("apt has installed Chromium, but it is not on PATH")
}
