//! Starts the gateway's binary.

use std::{
    path::Path,
    process::Stdio,
    sync::{Arc, Mutex},
    time::Duration,
};

use sqlx::PgPool;
use testkit::database::eventually;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    process::{Child, Command},
};

use crate::test_shop::{TestShop, arguments};

/// A running gateway, which is killed when dropped.
pub struct Program {
    /// Host and port of the public API.
    pub address: String,
    /// Host and port of the metrics.
    pub admin_address: String,
    output: Arc<Mutex<String>>,
    child: Child,
}

impl Program {
    pub async fn start(shop: &TestShop, flags: &[&str]) -> Self {
        Self::start_with(&shop.gateway_flags, shop.web_dir(), flags).await
    }

    pub async fn start_with(gateway_flags: &[String], web_dir: &Path, flags: &[&str]) -> Self {
        Self::start_with_environment(gateway_flags, web_dir, flags, &[]).await
    }

    /// Like `start_with`, with these environment variables.
    pub async fn start_with_environment(
        gateway_flags: &[String],
        web_dir: &Path,
        flags: &[&str],
        environment: &[(String, String)],
    ) -> Self {
        // The program does not print this port, so the test chooses a free one. Another process is unlikely to take it
        // before the program does.
        let admin_listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let admin_address = admin_listener.local_addr().expect("an address").to_string();
        drop(admin_listener);
        let local = ["--listen", "127.0.0.1:0", "--admin-listen", admin_address.as_str()];
        let flags: Vec<&str> = local.into_iter().chain(flags.iter().copied()).collect();
        let command_line = arguments(gateway_flags, &flags, web_dir);
        let mut child = Command::new(env!("CARGO_BIN_EXE_sovqat-gateway"))
            // The first argument is the program's name.
            .args(&command_line[1..])
            .envs(environment.iter().cloned())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
        let mut printed = String::new();
        let address = loop {
            let line = lines.next_line().await.expect("text").expect("the program logs its address");
            printed.push_str(&line);
            printed.push('\n');
            if let Some((_, after_message)) = line.split_once("The shop is open at ") {
                // The message ends with the public URL, and the address in parentheses.
                let address = after_message.split(['(', ')']).nth(1).expect("the address");
                break address.to_owned();
            }
        };
        let output = Arc::new(Mutex::new(printed));
        let log = output.clone();
        // A full pipe would block the program.
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let mut text = log.lock().expect("no panic while it is locked");
                text.push_str(&line);
                text.push('\n');
            }
        });
        Self { address, admin_address, output, child }
    }

    pub fn output(&self) -> String {
        self.output.lock().expect("no panic while it is locked").clone()
    }

    /// Returns the value of a metric. `name` contains its labels: `name{label="value"}`.
    pub async fn metric(&self, name: &str) -> Option<f64> {
        let response = reqwest::get(format!("http://{}/metrics", self.admin_address)).await.ok()?;
        let metrics = response.text().await.ok()?;
        let is_named = |line: &&str| line.strip_prefix(name).is_some_and(|after_name| after_name.starts_with(' '));
        let line = metrics.lines().find(is_named)?;
        line.rsplit(' ').next()?.parse().ok()
    }

    /// Sends SIGTERM.
    pub async fn stop(mut self) -> std::process::ExitStatus {
        let id = self.child.id().expect("the program is running").to_string();
        Command::new("kill").args(["-TERM", &id]).status().await.expect("the kill command exists");
        let exit = tokio::time::timeout(Duration::from_mins(1), self.child.wait()).await;
        exit.expect("the program stops within a minute").expect("the program has an exit status")
    }
}

#[tokio::test]
async fn the_program_prints_the_openapi_document() {
    let output = Command::new(env!("CARGO_BIN_EXE_sovqat-gateway")).arg("openapi").output().await.unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), include_str!("../../openapi.json"));
}

#[sqlx::test(migrations = false)]
async fn an_open_request_is_finished_before_shutdown(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let program = Program::start(&shop, &[]).await;
    let mut stream = TcpStream::connect(&program.address).await.unwrap();
    // The gateway sends "100 Continue" after the headers, and waits for the body.
    let head = "POST /api/v1/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                expect: 100-continue\r\ncontent-length: 2\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut continue_line = [0; 25];
    stream.read_exact(&mut continue_line).await.unwrap();
    assert_eq!(continue_line, *b"HTTP/1.1 100 Continue\r\n\r\n");
    let address = program.address.clone();
    let stopping = tokio::spawn(program.stop());
    eventually("new connections are refused", async || TcpStream::connect(&address).await.is_err()).await;
    stream.write_all(b"{}").await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 422"), "{response}");
    assert!(stopping.await.unwrap().success());
}

#[sqlx::test(migrations = false)]
async fn without_the_catalogue_the_gateway_stays_ready_and_serves_the_routes_of_others(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let program = Program::start(&shop, &[]).await;
    let status_of = async |path: &str| {
        let response = reqwest::get(format!("http://{}{path}", program.address)).await.unwrap();
        response.status().as_u16()
    };
    eventually("readiness", || async { status_of("/health/ready").await == 200 }).await;
    shop.kill_catalog();
    eventually("an outage of the catalogue", || async { status_of("/api/v1/product/all").await == 503 }).await;
    assert_eq!(status_of("/health/ready").await, 200);
    assert_eq!(status_of("/api/v1/store/all").await, 200);
    assert_eq!((status_of("/health/live").await, status_of("/health/nonsense").await), (200, 404));
}
