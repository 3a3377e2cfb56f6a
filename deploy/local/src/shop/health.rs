//! Waits until programs are ready, and reads their versions from their admin ports.

use super::Shop;
use super::supervisor::{ProgramState, ProgramStatus};
use crate::board::Board;
use anyhow::{Result, bail};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

#[derive(Clone, Copy, Debug)]
pub struct StartLimits {
    pub timeout: Duration,
    pub max_exits: usize,
}

/// Three minutes are enough to build a large search index. A single exit may be due to a port in use.
pub const START_LIMITS: StartLimits = StartLimits { timeout: Duration::from_mins(3), max_exits: 3 };

pub async fn wait(board: &Board, shop: &Shop, programs: &[ProgramStatus]) -> Result<()> {
    futures::future::try_join_all(programs.iter().map(|program| wait_for(board, shop, program, START_LIMITS))).await?;
    Ok(())
}

pub async fn wait_for(board: &Board, shop: &Shop, program: &ProgramStatus, limits: StartLimits) -> Result<()> {
    let port = shop.ports.of(program.process).admin;
    let step = board.step(format!("waiting for {}", program.process), None);
    loop {
        if get(port, "/health/ready").await.is_some() {
            return Ok(());
        }
        let ProgramState { exits, last_status, last_lines } = program.read();
        if exits >= limits.max_exits {
            let output = format!("    {}", Vec::from(last_lines).join("\n    "));
            let cause = crate::causes::cause_in_output(&output).map(|cause| format!("{cause} ")).unwrap_or_default();
            step.failed("");
            bail!("{cause}{} does not start ({last_status}); the end of its output:\n{}", program.process, output);
        }
        if step.elapsed() > limits.timeout {
            step.failed("");
            bail!(
                "{} was not ready after {} s; see http://127.0.0.1:{port}/health/ready",
                program.process,
                limits.timeout.as_secs()
            );
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Returns a text such as `0.1.0+4f2a9c1b`.
pub async fn version(port: u16) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Version {
        version: String,
        commit: String,
    }
    let Version { version, commit } = serde_json::from_str(&get(port, "/health/version").await?).ok()?;
    Some(format!("{version}+{commit}"))
}

async fn get(port: u16, path: &str) -> Option<String> {
    let response = tokio::time::timeout(Duration::from_secs(2), request(port, path)).await.ok()?.ok()?;
    let response = String::from_utf8_lossy(&response);
    let (head, body) = response.split_once("\r\n\r\n")?;
    // The status in `HTTP/1.1 200`.
    (head.starts_with("HTTP/1.") && head.get(9..12) == Some("200")).then(|| body.to_owned())
}

/// An HTTP client would take a minute to compile.
async fn request(port: u16, path: &str) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await?;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    async fn body_of(response: &'static str) -> Option<String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 500];
            assert!(stream.read(&mut request).await.unwrap() > 0);
            stream.write_all(response.as_bytes()).await.unwrap();
        };
        tokio::join!(server, get(port, "/health/ready")).1
    }

    #[tokio::test]
    async fn only_status_200_is_ready() {
        assert_eq!(body_of("HTTP/1.1 200 OK\r\n\r\nready").await.as_deref(), Some("ready"));
        assert_eq!(body_of("HTTP/1.1 503 Service Unavailable\r\n\r\nnot ready").await, None);
    }
}
