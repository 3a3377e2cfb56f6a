//! Runs a Node script of `deploy/load` that answers each line with one line of JSON.

use crate::checkout::Checkout;
use crate::child::{Running, program};
use crate::task;
use anyhow::{Context as _, Result, bail};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{ChildStdin, ChildStdout, Command};

const ANSWER_TIMEOUT: Duration = Duration::from_mins(15);

/// Dropping it ends the script.
#[derive(Debug)]
pub struct Script {
    name: &'static str,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    log: PathBuf,
    _running: Running,
}

impl Script {
    pub fn start(
        checkout: &Checkout,
        name: &'static str,
        log: &Path,
        configure: impl FnOnce(&mut Command),
    ) -> Result<Self> {
        let mut command = program("node");
        command.current_dir(&checkout.root).arg(format!("deploy/load/{name}.mjs"));
        configure(&mut command);
        // Several scripts may share a log.
        let errors = std::fs::File::options()
            .create(true)
            .append(true)
            .open(log)
            .with_context(|| format!("cannot write {}", log.display()))?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        let mut running = Running::start(&mut command)?;
        let input = running.child().stdin.take().context("the script's input is not piped")?;
        let output = running.child().stdout.take().context("the script's output is not piped")?;
        Ok(Self { name, input, output: BufReader::new(output).lines(), log: log.to_owned(), _running: running })
    }

    pub async fn ask<T: DeserializeOwned>(&mut self, line: &str) -> Result<T> {
        self.input.write_all(format!("{line}\n").as_bytes()).await?;
        self.read().await
    }

    /// Reads the next answer. One with the member `error` is an error.
    pub async fn read<T: DeserializeOwned>(&mut self) -> Result<T> {
        let line = tokio::time::timeout(ANSWER_TIMEOUT, self.output.next_line()).await;
        let Some(line) = line.with_context(|| format!("{}.mjs does not answer", self.name))?? else {
            bail!("{}.mjs has ended; the end of {}:\n{}", self.name, self.log.display(), task::tail(&self.log, 15));
        };
        let answer: serde_json::Value = serde_json::from_str(&line).with_context(|| format!("not JSON: {line}"))?;
        if let Some(error) = answer.get("error").and_then(serde_json::Value::as_str) {
            bail!("{}.mjs: {error}", self.name);
        }
        serde_json::from_value(answer).with_context(|| format!("an unexpected answer of {}.mjs", self.name))
    }
}
