//! `cargo verify --skew`: upgrades a release under load with `deploy/load/skew.mjs`.

use super::step::Outcome;
use crate::affected::git;
use crate::browser_shop::BrowserShop;
use crate::checkout::Checkout;
use crate::child::program;
use crate::cli::Profile;
use crate::node;
use crate::services::{BANK, GATEWAY, SERVICES};
use crate::session::Session;
use crate::task;
use anyhow::{Context as _, Result, ensure};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tokio::process::Command;

const RELEASED: &str = "RELEASED";
/// Requests per second. The load and two replicas of each program share one machine.
const RATE: &str = "60";

pub fn run(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let release = match std::env::var_os(RELEASED).filter(|folder| !folder.is_empty()) {
            // Relative paths are resolved in the checkout.
            Some(folder) => std::path::absolute(folder)?,
            None => build_release(&session).await?,
        };
        for name in SERVICES.into_iter().chain([GATEWAY, BANK]) {
            let file = release.join(format!("sovqat-{name}"));
            ensure!(file.is_file(), "the release has no program {}", file.display());
        }
        let (checkout, log) = (&session.checkout, session.log("skew"));
        let shop = BrowserShop::start_programs(checkout, &release, &session.log("skew-shop")).await?;
        let mut script = program("node");
        script.current_dir(&checkout.root).arg("deploy/load/skew.mjs").arg(&release);
        script.arg(checkout.program_folder(Profile::Dev)).arg(RATE).env("BASE_URL", &shop.url);
        let result = task::output_to("skew", &mut script, &log).await;
        shop.stop().await;
        result?;
        session.board.print(&task::tail(&log, 12));
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

async fn build_release(session: &Session) -> Result<PathBuf> {
    let checkout = &session.checkout;
    let commit = reference(session).await?;
    let root = checkout.scratch()?.join("skew");
    let folder = root.join(&commit);
    if folder.is_dir() {
        return Ok(folder);
    }
    let worktree = root.join("worktree");
    check_out(checkout, &worktree, &commit).await?;
    let programs = compile(session, &worktree, &root.join("target"), &commit).await?;
    build_web_app(session, &worktree.join("web")).await?;

    let unfinished = root.join("unfinished");
    if unfinished.exists() {
        std::fs::remove_dir_all(&unfinished)?;
    }
    std::fs::create_dir_all(&unfinished)?;
    for name in SERVICES.into_iter().chain([GATEWAY, BANK]) {
        let file = format!("sovqat-{name}");
        std::fs::copy(programs.join(&file), unfinished.join(&file))
            .with_context(|| format!("{commit} has no program {file}"))?;
    }
    copy_folder(&worktree.join("web/dist"), &unfinished.join("web")).await?;
    copy_folder(&worktree.join("deploy/local/demo"), &unfinished.join("demo")).await?;
    std::fs::rename(&unfinished, &folder)?;
    Ok(folder)
}

/// A shared worktree lets cargo compile only the differences.
async fn check_out(checkout: &Checkout, worktree: &Path, commit: &str) -> Result<()> {
    git(checkout, &["worktree", "prune"]).await?;
    let path = worktree.to_str().context("the checkout's path is not UTF-8")?;
    // Without `.git`, git would overwrite the surrounding checkout.
    if worktree.join(".git").is_file() {
        git(checkout, &["-C", path, "checkout", "--force", "--detach", commit]).await?;
    } else {
        if worktree.exists() {
            std::fs::remove_dir_all(worktree)?;
        }
        git(checkout, &["worktree", "add", "--force", "--detach", path, commit]).await?;
    }
    Ok(())
}

async fn compile(session: &Session, worktree: &Path, target: &Path, commit: &str) -> Result<PathBuf> {
    let mut build = session.checkout.cargo();
    build.current_dir(worktree).args(["build", "--workspace", "--exclude", "local", "--bins"]);
    build.env("CARGO_TARGET_DIR", target).env("SOVQAT_COMMIT", commit);
    build.env("CARGO_PROFILE_DEV_DEBUG", "none").env("CARGO_INCREMENTAL", "0");
    task::with_progress(&mut build);
    task::run(&session.board, &format!("compiling {commit}"), &mut build, &session.log("skew-build")).await?;
    Ok(target.join("debug"))
}

async fn build_web_app(session: &Session, web: &Path) -> Result<()> {
    node::install(&session.board, "the web app of the release", web, &session.log("skew-npm")).await?;
    let mut build = node::npm(web);
    task::output_to("building the web app", build.args(["run", "build"]), &session.log("skew-web")).await
}

/// Returns the requested commit, the newest tag `v…`, or the commit before HEAD.
async fn reference(session: &Session) -> Result<String> {
    let checkout = &session.checkout;
    let reference = match session.skew_reference.as_str() {
        "" => {
            let tags = git(checkout, &["tag", "--list", "v[0-9]*", "--merged", "HEAD", "--sort=-version:refname"]);
            tags.await?.lines().next().unwrap_or("HEAD~1").to_owned()
        }
        given => given.to_owned(),
    };
    let commit = git(checkout, &["rev-parse", "--verify", "--short=12", &format!("{reference}^{{commit}}")]).await?;
    Ok(commit.trim().to_owned())
}

async fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    let status = Command::new("cp").arg("-R").arg(from).arg(to).status().await?;
    ensure!(status.success(), "cannot copy {} to {}", from.display(), to.display());
    Ok(())
}
