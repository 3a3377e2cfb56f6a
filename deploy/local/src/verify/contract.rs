//! Checks the OpenAPI document with a linter, a fuzzer and generated clients.

use super::browser;
use super::step::{Outcome, Run};
use crate::child::program;
use crate::node;
use crate::python;
use crate::session::Session;
use crate::task;
use anyhow::Result;
use futures::future::FutureExt as _;
use std::path::PathBuf;
use std::rc::Rc;

const DOCUMENT: &str = "gateway/openapi.json";

pub fn lint(session: Rc<Session>) -> Run {
    async move { script(&session, "contract-lint", "lint").await }.boxed_local()
}

pub fn clients(session: Rc<Session>) -> Run {
    async move {
        for folder in ["generated", "built"] {
            let folder = session.checkout.clients().join(folder);
            if folder.exists() {
                std::fs::remove_dir_all(folder)?;
            }
        }
        script(&session, "contract-generate", "generate").await?;
        script(&session, "contract-clients", "compile").await
    }
    .boxed_local()
}

pub fn run_typescript_clients(session: Rc<Session>) -> Run {
    async move {
        let url = browser::shop_url(&session).await?;
        for name in ["fetch", "hey-api"] {
            let mut command = program("node");
            command.arg(session.checkout.clients().join("built/typescript").join(format!("{name}.js")));
            let log = session.log(&format!("contract-shop-{name}"));
            task::output_to(name, command.env("BASE_URL", url), &log).await?;
        }
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub fn python(session: Rc<Session>) -> Run {
    async move {
        let (programs, document) = (python_programs(&session).await?, session.checkout.join(DOCUMENT));
        let mut validate = program(programs.join("openapi-spec-validator"));
        task::output_to("openapi-spec-validator", validate.arg(&document), &session.log("contract-validate")).await?;

        let generated = session.empty_folder("python-client")?;
        let mut generate = program(programs.join("openapi-python-client"));
        generate.args(["generate", "--fail-on-warning", "--meta", "none", "--overwrite", "--path"]).arg(&document);
        generate.arg("--config").arg(folder(&session).join("generator.yaml"));
        generate.arg("--output-path").arg(generated.join("sovqat_client"));
        task::output_to("openapi-python-client", &mut generate, &session.log("contract-python-client")).await?;

        let mut command = program(programs.join("python"));
        command.arg(folder(&session).join("shop.py")).env("PYTHONPATH", &generated);
        command.env("BASE_URL", browser::shop_url(&session).await?);
        task::output_to("shop.py", &mut command, &session.log("contract-python")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub fn fuzz(session: Rc<Session>) -> Run {
    async move {
        let mut command = program(python_programs(&session).await?.join("python"));
        command.arg(folder(&session).join("fuzz.py")).env("BASE_URL", browser::shop_url(&session).await?);
        task::output_to("schemathesis", &mut command, &session.log("contract-fuzz")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn folder(session: &Session) -> PathBuf {
    session.checkout.clients().join("python")
}

async fn python_programs(session: &Session) -> Result<PathBuf> {
    python::programs(session, "contract", &folder(session).join("requirements.txt")).await
}

async fn script(session: &Session, name: &'static str, script: &'static str) -> Result<Outcome> {
    let clients = session.checkout.clients();
    node::install(&session.board, "contract", &clients, &session.log("npm-contract")).await?;
    let mut command = node::npm(&clients);
    command.env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true").env("REDOCLY_TELEMETRY", "off");
    task::output_to(name, command.args(["run", script]), &session.log(name)).await?;
    Ok(Outcome::Passed)
}
