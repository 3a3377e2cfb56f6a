//! `valkey-server` or `redis-server`, and a proxy that delays its responses.

use std::{
    io::ErrorKind,
    net::TcpListener as StdListener,
    process::{Child, Command, Stdio},
    time::Duration,
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{Instant, sleep_until},
};

/// Killed when dropped.
pub struct ValkeyServer {
    pub folder: TempDir,
    pub port: u16,
    lines: String,
    /// `None` while the server is stopped.
    process: Option<Child>,
}

impl ValkeyServer {
    pub async fn start() -> Self {
        let mut server = Self::stopped();
        server.restart().await;
        server
    }

    pub fn stopped() -> Self {
        let port = StdListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address").port();
        let lines = format!("port {port}\n");
        Self { folder: tempfile::tempdir().expect("a folder"), port, lines, process: None }
    }

    /// Adds lines to the configuration. A later line overrides an earlier one.
    pub fn with_lines(mut self, lines: &str) -> Self {
        self.lines.push_str(lines);
        self
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Starts without data, and waits until the server accepts connections.
    pub async fn restart(&mut self) {
        self.kill();
        let config = self.folder.path().join("valkey.conf");
        let always = "bind 127.0.0.1\nsave \"\"\nappendonly no\n";
        std::fs::write(&config, format!("{always}dir {}\n{}", self.folder.path().display(), self.lines))
            .expect("a file");
        let spawn =
            |program: &str| Command::new(program).arg(&config).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let spawned = match spawn("valkey-server") {
            Err(error) if error.kind() == ErrorKind::NotFound => spawn("redis-server"),
            spawned => spawned,
        };
        self.process = Some(spawned.expect("valkey-server is missing: apt install valkey-server or redis-server"));
        while TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
            let exited = self.process.as_mut().and_then(|process| process.try_wait().expect("a status"));
            assert!(exited.is_none(), "valkey-server does not start: {exited:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().expect("the process can be killed");
            process.wait().expect("the process has ended");
        }
    }

    /// Stops the process, which keeps its connections and answers nothing.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    pub fn resume(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.process.as_ref().expect("the server runs").id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("the kill command exists").success());
    }

    pub async fn run<T: redis::FromRedisValue>(&self, words: &[&str]) -> T {
        let client = redis::Client::open(self.url()).expect("a URL");
        let mut connection = client.get_multiplexed_async_connection().await.expect("a connection");
        let mut command = redis::cmd(words[0]);
        command.arg(&words[1..]).query_async(&mut connection).await.expect("an answer")
    }
}

impl Drop for ValkeyServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Forwards requests at once, and responses after `delay`. Returns the port.
pub async fn start_slow_proxy(server: u16, delay: Duration) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (mut from_client, mut to_client) = client.into_split();
            let Ok(stream) = TcpStream::connect(("127.0.0.1", server)).await else { continue };
            let (mut from_server, mut to_server) = stream.into_split();
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
