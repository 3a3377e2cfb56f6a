//! Runs the npm scripts of the web app.

use super::browser;
use super::step::{Outcome, Run};
use crate::node;
use crate::session::Session;
use crate::shop;
use crate::task;
use crate::test_reports;
use futures::future::FutureExt as _;
use std::rc::Rc;

/// Installs packages while cargo compiles.
pub fn install(session: Rc<Session>) -> Run {
    async move {
        let checkout = &session.checkout;
        let npm = |name: &'static str, folder: std::path::PathBuf| {
            let session = session.clone();
            async move { node::install(&session.board, name, &folder, &session.log(&format!("npm-{name}"))).await }
        };
        tokio::try_join!(
            npm("the web app", checkout.web()),
            npm("openapi", checkout.openapi_tools()),
            npm("tools", checkout.tools()),
            npm("postgres", checkout.postgres()),
            npm("pictures", checkout.pictures()),
            async { browser::chromium(&session).await.map(drop) },
        )?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub fn run_script(session: Rc<Session>, name: &'static str, script: &'static str) -> Run {
    async move {
        let mut command = node::npm(&session.checkout.web());
        task::output_to(name, command.args(["run", script]).env("CI", "true"), &session.log(name)).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// Shares the stamp (a hash of the sources) of `cargo up`, so that the web app is built once.
pub fn build(session: Rc<Session>) -> Run {
    async move {
        shop::web::build(&session.board, &session.checkout, &session.logs).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub fn test(session: Rc<Session>) -> Run {
    async move {
        let report = session.logs.join("web-test.json");
        std::fs::remove_file(&report).ok();
        let mut command = node::npm(&session.checkout.web());
        command.args(["run", "test"]).env("CI", "true").env("VITEST_JSON", &report);
        let result = task::output_to("web-test", &mut command, &session.log("web-test")).await;
        if report.is_file() {
            test_reports::vitest(&report, &session.checkout.web())?
                .into_iter()
                .for_each(|test| session.times.add_test(test));
        }
        result.map(|()| Outcome::Passed)
    }
    .boxed_local()
}
