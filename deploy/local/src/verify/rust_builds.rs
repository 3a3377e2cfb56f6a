//! Runs cargo: format, build, warnings, documentation and release programs.

use super::step::{Outcome, Run};
use crate::cli::Profile;
use crate::session::Session;
use crate::task;
use crate::up;
use anyhow::bail;
use futures::future::FutureExt as _;
use std::rc::Rc;

pub fn check_format(session: Rc<Session>) -> Run {
    async move {
        task::output_to("fmt", session.checkout.cargo().args(["fmt", "--check"]), &session.log("fmt")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub fn build(session: Rc<Session>) -> Run {
    async move { session.compiled().await.map(|_| Outcome::Passed) }.boxed_local()
}

pub fn check_warnings(session: Rc<Session>) -> Run {
    async move {
        let warnings = &session.compiled().await?.warnings;
        std::fs::write(session.log("clippy"), warnings.concat())?;
        if warnings.is_empty() {
            return Ok(Outcome::Passed);
        }
        let first: Vec<&str> = warnings.iter().take(5).map(|warning| warning.trim_end()).collect();
        bail!(
            "{} warnings, listed in {}; the first ones:\n{}",
            warnings.len(),
            session.log("clippy").display(),
            first.join("\n\n")
        )
    }
    .boxed_local()
}

pub fn doc(session: Rc<Session>) -> Run {
    async move {
        let mut command = session.checkout.cargo();
        command.args(["doc", "--workspace", "--no-deps", "--document-private-items"]);
        task::with_progress(&mut command);
        task::output_to("doc", &mut command, &session.log("doc")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub fn release(session: Rc<Session>) -> Run {
    async move {
        up::build(&session.board, &session.checkout, Profile::Release, &session.logs).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}
