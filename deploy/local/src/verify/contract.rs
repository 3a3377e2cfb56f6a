//! Steps in which third-party tools read the OpenAPI document: a linter, client generators for TypeScript and Python,
//! whose programs buy in the running shop, and a fuzzer.

use super::browser;
use super::step::Outcome;
use crate::child::program;
use crate::node;
use crate::python;
use crate::task;
use crate::workshop::Workshop;
use anyhow::Result;
use futures::future::{FutureExt as _, LocalBoxFuture};
use std::path::PathBuf;
use std::rc::Rc;

type Run = LocalBoxFuture<'static, Result<Outcome>>;

const DOCUMENT: &str = "gateway/openapi.json";

pub fn lint(shop: Rc<Workshop>) -> Run {
    async move { script(&shop, "contract-lint", "lint").await }.boxed_local()
}

/// Generates both TypeScript clients and compiles a program for each.
pub fn clients(shop: Rc<Workshop>) -> Run {
    async move {
        for folder in ["generated", "built"] {
            let folder = shop.checkout.clients().join(folder);
            if folder.exists() {
                std::fs::remove_dir_all(folder)?;
            }
        }
        script(&shop, "contract-generate", "generate").await?;
        script(&shop, "contract-clients", "compile").await
    }
    .boxed_local()
}

/// Runs the programs of both TypeScript clients.
pub fn shopping(shop: Rc<Workshop>) -> Run {
    async move {
        let url = browser::running_shop(&shop).await?;
        for name in ["fetch", "hey-api"] {
            let mut command = program("node");
            command.arg(shop.checkout.clients().join("built/typescript").join(format!("{name}.js")));
            let log = shop.log(&format!("contract-shop-{name}"));
            task::output_to(name, command.env("BASE_URL", url), &log).await?;
        }
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

/// Validates the document, generates the Python client and runs its program.
pub fn python(shop: Rc<Workshop>) -> Run {
    async move {
        let (programs, document) = (python_programs(&shop).await?, shop.checkout.join(DOCUMENT));
        let mut validate = program(programs.join("openapi-spec-validator"));
        task::output_to("openapi-spec-validator", validate.arg(&document), &shop.log("contract-validate")).await?;

        let generated = shop.empty("python-client")?;
        let mut generate = program(programs.join("openapi-python-client"));
        generate.args(["generate", "--fail-on-warning", "--meta", "none", "--overwrite", "--path"]).arg(&document);
        generate.arg("--config").arg(folder(&shop).join("generator.yaml"));
        generate.arg("--output-path").arg(generated.join("sovqat_client"));
        task::output_to("openapi-python-client", &mut generate, &shop.log("contract-python-client")).await?;

        let mut command = program(programs.join("python"));
        command.arg(folder(&shop).join("shop.py")).env("PYTHONPATH", &generated);
        command.env("BASE_URL", browser::running_shop(&shop).await?);
        task::output_to("shop.py", &mut command, &shop.log("contract-python")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

pub fn fuzz(shop: Rc<Workshop>) -> Run {
    async move {
        let mut command = program(python_programs(&shop).await?.join("python"));
        command.arg(folder(&shop).join("fuzz.py")).env("BASE_URL", browser::running_shop(&shop).await?);
        task::output_to("schemathesis", &mut command, &shop.log("contract-fuzz")).await?;
        Ok(Outcome::Passed)
    }
    .boxed_local()
}

fn folder(shop: &Workshop) -> PathBuf {
    shop.checkout.clients().join("python")
}

async fn python_programs(shop: &Workshop) -> Result<PathBuf> {
    python::programs(shop, &folder(shop).join("requirements.txt")).await
}

async fn script(shop: &Workshop, name: &'static str, script: &'static str) -> Result<Outcome> {
    let clients = shop.checkout.clients();
    node::install(&shop.board, "contract", &clients, &shop.log("npm-contract")).await?;
    let mut command = node::npm(&clients);
    // Turns off its update check and telemetry.
    command.env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true").env("REDOCLY_TELEMETRY", "off");
    task::output_to(name, command.args(["run", script]), &shop.log(name)).await?;
    Ok(Outcome::Passed)
}
