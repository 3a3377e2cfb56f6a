//! Steps that need the running shop: the browser tests, for which Chromium is found or installed, and then the soak on
//! the same shop.

use super::step::Outcome;
use crate::browser_shop::BrowserShop;
use crate::child::program;
use crate::node;
use crate::task;
use crate::times;
use crate::workshop::Workshop;
use anyhow::{Context as _, Result, bail};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The soak also kills parts of the shop; `deploy/load/README.md` describes the numbers.
const SOAK: [(&str, &[&str]); 2] = [("last-one", &["150"]), ("soak", &["20", "40", "1"])];
const FULL_SOAK: [(&str, &[&str]); 2] = [("last-one", &["1000"]), ("soak", &["60", "200"])];

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

/// Returns the URL of the shop for this run.
pub async fn running_shop(shop: &Workshop) -> Result<&str> {
    Ok(&browser_shop(shop).await?.url)
}

/// Returns the shop of this run, started on first use.
async fn browser_shop(shop: &Workshop) -> Result<&BrowserShop> {
    shop.browser_shop
        .get_or_try_init(|| async { BrowserShop::start(&shop.checkout, &shop.log("shop"), shop.is_full).await })
        .await
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
