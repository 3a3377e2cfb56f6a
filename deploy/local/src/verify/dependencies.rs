//! Checks the dependencies: licences, sources, versions and known vulnerabilities.

use super::step::Outcome;
use crate::child::program;
use crate::node;
use crate::session::Session;
use crate::task;
use anyhow::Result;
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::rc::Rc;

pub fn check(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let mut command = cargo_deny(&session).await?;
        // `advisories` is another step, because advisories change without a commit.
        command.args(["--workspace", "check", "bans", "licenses", "sources"]);
        task::output_to("deny", &mut command, &session.log("deny")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// Fails if a database cannot be reached: "not checked" must not look like "none known".
pub fn advisories(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let mut command = cargo_deny(&session).await?;
        command.args(["--workspace", "check", "advisories"]);
        let rust = task::output_to("advisories", &mut command, &session.log("advisories")).await;
        let (mut command, log) = (node::npm(&session.checkout.web()), session.log("npm-audit"));
        let web = task::output_to("npm audit", command.args(["audit", "--audit-level", "high"]), &log).await;
        rust.and(web).map(|()| Outcome::Passed)
    }
    .boxed_local()
}

const DENY_VERSION: &str = "0.20.2";

async fn cargo_deny(session: &Session) -> Result<tokio::process::Command> {
    let folder = session.checkout.scratch()?.join("tools");
    let installed = folder.join("bin/cargo-deny");
    let existing = node::find("cargo-deny").or_else(|| installed.is_file().then(|| installed.clone()));
    if existing.is_none() {
        let mut install = session.checkout.cargo();
        // Optimising would take longer than it saves.
        install.args([
            "install",
            "cargo-deny",
            "--version",
            DENY_VERSION,
            "--locked",
            "--debug",
            "--no-track",
            "--root",
        ]);
        install.arg(&folder).env("CARGO_TARGET_DIR", folder.join("target")).env("CARGO_PROFILE_DEV_DEBUG", "none");
        install.env("CARGO_INCREMENTAL", "0");
        task::with_progress(&mut install);
        task::output_to("installing cargo-deny", &mut install, &session.log("deny")).await?;
        std::fs::remove_dir_all(folder.join("target")).ok();
    }
    let mut command = program(existing.unwrap_or(installed));
    // Like cargo, passes the subcommand's name as the first argument.
    command.current_dir(&session.checkout.root).args(["deny", "--log-level", "warn"]);
    Ok(command)
}
