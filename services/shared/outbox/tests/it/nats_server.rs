//! Starts the real `nats-server` (a Debian package) and reads its streams.

use std::{
    net::TcpListener as StdListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use async_nats::jetstream::{self, message::StreamMessage, stream::Stream};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{Instant, sleep_until},
};

pub const STREAM: &str = "SOVQAT_TEST";

pub struct NatsServer {
    pub folder: TempDir,
    pub port: u16,
    config: String,
    process: Option<Child>,
}

impl NatsServer {
    pub async fn start() -> Self {
        Self::with_config("").await
    }

    pub async fn with_config(lines: &str) -> Self {
        let mut server = Self::stopped(lines);
        server.restart().await;
        server
    }

    pub fn stopped(lines: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = StdListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let store = folder.path().join("disk");
        let config = format!("listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: {store:?} }}\n{lines}");
        Self { folder, port, config, process: None }
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn disk(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    /// Starts the server again, with the same port and disk.
    pub async fn restart(&mut self) {
        self.kill();
        let config = self.folder.path().join("nats.conf");
        std::fs::write(&config, &self.config).unwrap();
        // Debian's folder is not in every user's PATH.
        let debian = "/usr/sbin/nats-server";
        let mut command = Command::new(if Path::new(debian).exists() { debian } else { "nats-server" });
        command.arg("-c").arg(&config).stdout(Stdio::null()).stderr(Stdio::null());
        self.process = Some(command.spawn().expect("nats-server is missing: apt install nats-server"));
        while TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
            let exited = self.process.as_mut().and_then(|process| process.try_wait().unwrap());
            assert!(exited.is_none(), "nats-server does not start: {exited:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    pub async fn context(&self) -> jetstream::Context {
        jetstream::new(async_nats::connect(self.url()).await.unwrap())
    }

    /// Oldest first.
    pub async fn messages(&self) -> Vec<StreamMessage> {
        let Ok(stream) = self.context().await.get_stream(STREAM).await else { return Vec::new() };
        read(&stream).await
    }

    /// Texts such as `counted 7`; a `*` follows for an entity of a snapshot.
    pub async fn texts(&self) -> Vec<String> {
        self.messages().await.iter().map(text).collect()
    }
}

async fn read(stream: &Stream) -> Vec<StreamMessage> {
    let state = &stream.cached_info().state;
    let mut messages = Vec::new();
    if state.messages > 0 {
        for sequence in state.first_sequence..=state.last_sequence {
            messages.push(stream.get_raw_message(sequence).await.unwrap());
        }
    }
    messages
}

pub fn body(message: &StreamMessage) -> serde_json::Value {
    serde_json::from_slice(&message.payload).unwrap()
}

fn text(message: &StreamMessage) -> String {
    let kind = message.subject.strip_prefix("sovqat.test.").unwrap();
    let body = body(message);
    let detail = ["number", "reason", "position"].into_iter().find_map(|name| body.get(name)).unwrap();
    let detail = detail.as_str().map_or_else(|| detail.to_string(), str::to_owned);
    let mark = if message.headers.get("Sovqat-Entity").is_some() { "*" } else { "" };
    format!("{kind} {detail}{mark}")
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Delays the server's answers. Returns the proxy's port.
pub async fn start_slow_proxy(server: u16, delay: Duration) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (mut from_client, mut to_client) = client.into_split();
            let (mut from_server, mut to_server) =
                TcpStream::connect(("127.0.0.1", server)).await.unwrap().into_split();
            tokio::spawn(async move { tokio::io::copy(&mut from_client, &mut to_server).await });
            let (sender, mut receiver) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
            tokio::spawn(async move {
                let mut buffer = vec![0; 65_536];
                while let Ok(length @ 1..) = from_server.read(&mut buffer).await {
                    let _ = sender.send((Instant::now() + delay, buffer[..length].to_vec()));
                }
            });
            tokio::spawn(async move {
                while let Some((due, bytes)) = receiver.recv().await {
                    sleep_until(due).await;
                    if to_client.write_all(&bytes).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    port
}
