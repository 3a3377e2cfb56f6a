//! The control socket of a running shop. A connection carries one request and one response, each a line of JSON.

use super::Shop;
use super::health::{self, StartLimits};
use super::supervisor::Handle;
use crate::board::Board;
use crate::release::Release;
use crate::services::{Process, SERVICES};
use crate::task;
use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};

const SOCKET_FILE: &str = "control.sock";
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_REQUEST_BYTES: u64 = 64 << 10;

/// A process waits a minute for a missing migration before it exits.
const REPLACEMENT_LIMITS: StartLimits = StartLimits { timeout: Duration::from_secs(90), max_exits: 1 };
/// Lets callers notice that the previous replica serves again.
const PAUSE_BETWEEN_REPLICAS: Duration = Duration::from_secs(1);

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Request {
    Migrate(Migrate),
    Replace(Replace),
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Migrate {
    pub service: String,
    pub programs: Option<PathBuf>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replace {
    pub program: String,
    pub replica: Option<usize>,
    /// The folder with the new program. The default is the folder with which the shop was started.
    pub programs: Option<PathBuf>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Response {
    Done(Vec<String>),
    Failed(String),
}

#[derive(Debug)]
pub struct Control<'a> {
    listener: UnixListener,
    board: &'a Board,
    shop: &'a Shop,
    handles: Vec<Handle>,
    logs: PathBuf,
    /// The releases of replaced processes, by the process' name. The others run `shop.release`.
    replaced: HashMap<String, Release>,
}

impl<'a> Control<'a> {
    /// An earlier run's socket is unused, because the data folder is locked.
    pub fn open(board: &'a Board, shop: &'a Shop, handles: Vec<Handle>, logs: PathBuf) -> Result<Self> {
        let path = shop.data.join(SOCKET_FILE);
        std::fs::remove_file(&path).ok();
        let listener = UnixListener::bind(&path).with_context(|| format!("cannot listen on {}", path.display()))?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        Ok(Self { listener, board, shop, handles, logs, replaced: HashMap::new() })
    }

    pub async fn serve(&mut self) {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => self.respond(stream).await,
                Err(error) => {
                    self.board.print(&format!("the control socket failed: {error}"));
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }

    async fn respond(&mut self, mut stream: UnixStream) {
        let response = match read_request(&mut stream).await {
            Ok(Request::Migrate(request)) => self.migrate(&request).await,
            Ok(Request::Replace(request)) => self.replace(&request).await,
            Err(error) => Err(error),
        };
        let response = response.map_or_else(|error| Response::Failed(format!("{error:#}")), Response::Done);
        let mut line = serde_json::to_vec(&response).unwrap_or_default();
        line.push(b'\n');
        stream.write_all(&line).await.ok();
    }

    async fn migrate(&self, request: &Migrate) -> Result<Vec<String>> {
        let known = SERVICES.into_iter().find(|service| *service == request.service);
        let service = known.with_context(|| format!("`{}` has no database", request.service))?;
        let release = self.release(request.programs.as_deref())?;
        release.ensure_has(service)?;
        let shop = Shop { release, ..self.shop.clone() };
        let log = self.logs.join(format!("migrate-{service}.log"));
        let name = format!("migrating {service}");
        task::run(self.board, &name, &mut shop.migrate_command(service), &log).await?;
        Ok(vec![format!("{service}: migrated by {}", shop.release.program(service).display())])
    }

    async fn replace(&mut self, request: &Replace) -> Result<Vec<String>> {
        let Replace { program, replica, programs } = request;
        let release = self.release(programs.as_deref())?;
        release.ensure_has(program)?;
        let is_requested =
            |process: Process| process.program == program && replica.is_none_or(|number| number == process.replica + 1);
        let handles: Vec<_> =
            self.handles.iter().filter(|handle| is_requested(handle.status.process)).cloned().collect();
        ensure!(!handles.is_empty(), "the shop runs no such process of `{program}`");
        let mut lines = Vec::new();
        for handle in handles {
            if !lines.is_empty() {
                tokio::time::sleep(PAUSE_BETWEEN_REPLICAS).await;
            }
            lines.push(self.replace_one(&handle, &release).await?);
        }
        Ok(lines)
    }

    /// Restores the previous program if the new one does not become ready.
    async fn replace_one(&mut self, handle: &Handle, release: &Release) -> Result<String> {
        let (process, started_at) = (handle.status.process, Instant::now());
        handle.replace(release.clone()).await?;
        if let Err(error) = health::wait_for(self.board, self.shop, &handle.status, REPLACEMENT_LIMITS).await {
            let former = self.replaced.get(&process.to_string()).unwrap_or(&self.shop.release).clone();
            handle.replace(former).await?;
            match health::wait_for(self.board, self.shop, &handle.status, REPLACEMENT_LIMITS).await {
                Ok(()) => bail!("{error:#}\n{process} runs its former program again"),
                Err(again) => bail!("{error:#}\nthe former program of {process} does not start either: {again:#}"),
            }
        }
        self.replaced.insert(process.to_string(), release.clone());
        let version = health::version(self.shop.ports.of(process).admin).await;
        let version = version.unwrap_or_else(|| "unknown version".to_owned());
        Ok(format!("{process}: {version}, ready after {:.1} s", started_at.elapsed().as_secs_f32()))
    }

    fn release(&self, programs: Option<&Path>) -> Result<Release> {
        programs.map_or_else(|| Ok(self.shop.release.clone()), |folder| Release::open(&self.shop.checkout, folder))
    }
}

async fn read_request(stream: &mut UnixStream) -> Result<Request> {
    let mut line = String::new();
    let mut reader = BufReader::new(stream.take(MAX_REQUEST_BYTES));
    let read = tokio::time::timeout(REQUEST_TIMEOUT, reader.read_line(&mut line));
    read.await.context("no request came in time")?.context("the request cannot be read")?;
    serde_json::from_str(&line).context("the request is not understood")
}

pub async fn send(data: &Path, request: &Request) -> Result<Vec<String>> {
    let path = data.join(SOCKET_FILE);
    let connected = UnixStream::connect(&path).await;
    let mut stream = connected.with_context(|| format!("no shop of `cargo up` listens on {}", path.display()))?;
    let mut line = serde_json::to_vec(request)?;
    line.push(b'\n');
    stream.write_all(&line).await?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await?;
    match serde_json::from_str(&response).context("the shop has stopped before it was done")? {
        Response::Done(lines) => Ok(lines),
        Response::Failed(why) => bail!(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(sent: &[u8]) -> Result<Request> {
        let (mut client, mut server) = UnixStream::pair().unwrap();
        client.write_all(sent).await.unwrap();
        drop(client);
        read_request(&mut server).await
    }

    #[tokio::test]
    async fn a_request_is_read_as_it_was_written() {
        let request = Replace { program: "store".into(), replica: Some(2), programs: Some("/new".into()) };
        let request = Request::Replace(request);
        let mut line = serde_json::to_vec(&request).unwrap();
        line.push(b'\n');
        assert_eq!(read(&line).await.unwrap(), request);
    }

    #[tokio::test]
    async fn other_texts_are_refused() {
        for text in ["", "\n", "restart\n", r#"{"replace":{}}"#, r#"{"replace":{"program":"store","binary":"/x"}}"#] {
            let refused = read(text.as_bytes()).await.unwrap_err().to_string();
            assert_eq!(refused, "the request is not understood", "{text}");
        }
    }

    #[tokio::test]
    async fn a_request_that_is_too_long_is_refused() {
        let long = vec![b' '; 2 * usize::try_from(MAX_REQUEST_BYTES).unwrap()];
        let (mut client, mut server) = UnixStream::pair().unwrap();
        // The write may not end, because the server reads only the beginning.
        let write = async { client.write_all(&long).await.ok() };
        let refused = tokio::select! {
            biased;
            refused = read_request(&mut server) => refused,
            () = async { write.await; std::future::pending().await } => unreachable!(),
        };
        assert!(refused.is_err());
    }

    #[tokio::test]
    async fn a_shop_that_does_not_run_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let request = Request::Migrate(Migrate { service: "store".into(), programs: None });
        let error = send(folder.path(), &request).await.unwrap_err().to_string();
        assert!(error.contains("no shop of `cargo up` listens on"), "{error}");
    }
}
