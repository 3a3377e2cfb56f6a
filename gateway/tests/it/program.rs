//! The gateway's binary: its output, and its shutdown.

use std::{process::Stdio, time::Duration};

use sqlx::PgPool;
use testkit::database::eventually;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    process::{Child, Command},
};

use crate::test_shop::{TestShop, arguments};

pub struct Program {
    pub address: String,
    pub admin_address: String,
    child: Child,
}

impl Program {
    /// Starts a second gateway with the same services.
    pub async fn start(shop: &TestShop, flags: &[&str]) -> Self {
        // The program does not tell which port it took, so a free one is chosen here.
        let admin_listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let admin_address = admin_listener.local_addr().expect("an address").to_string();
        drop(admin_listener);
        let local = ["--listen", "127.0.0.1:0", "--admin-listen", admin_address.as_str()];
        let flags: Vec<&str> = local.into_iter().chain(flags.iter().copied()).collect();
        let mut child = Command::new(env!("CARGO_BIN_EXE_sovqat-gateway"))
            .args(&arguments(&shop.gateway_flags, &flags, shop.web_dir())[1..])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
        let address = loop {
            let line = lines.next_line().await.expect("text").expect("it logs its address");
            if let Some((_, rest)) = line.split_once("The shop is open at ") {
                let address = rest.split(['(', ')']).nth(1).expect("the address");
                break address.to_owned();
            }
        };
        // Keeps reading, because the program would block when the pipe is full.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { address, admin_address, child }
    }

    /// Sends SIGTERM and waits for the exit.
    pub async fn stop(mut self) -> std::process::ExitStatus {
        let id = self.child.id().expect("it runs").to_string();
        Command::new("kill").args(["-TERM", &id]).status().await.expect("the kill command exists");
        tokio::time::timeout(Duration::from_mins(1), self.child.wait()).await.expect("it stops").expect("it ran")
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
    // The gateway sends "100 Continue" when it has read the headers and waits for the body.
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
async fn the_public_port_reports_liveness_and_readiness(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let program = Program::start(&shop, &[]).await;
    let status_of = async |probe: &str| {
        let response = reqwest::get(format!("http://{}/health/{probe}", program.address)).await.unwrap();
        response.status().as_u16()
    };
    eventually("readiness", || async { status_of("ready").await == 200 }).await;
    shop.kill_catalog();
    eventually("unreadiness", || async { status_of("ready").await == 503 }).await;
    assert_eq!((status_of("live").await, status_of("nonsense").await), (200, 404));
}
