//! Waits until every program is ready.

use super::Shop;
use super::supervisor::ProgramStatus;
use crate::board::Board;
use anyhow::{Result, bail};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The limits after which a start has failed.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long a program may take to become ready.
    pub timeout: Duration,
    /// After how many exits of the program the start has failed.
    pub max_exits: usize,
}

/// The limits for the start of a shop. The time is long enough to build the search index of a large catalogue on a busy
/// machine. A single exit is not a failure, because its cause may be temporary, for example a port that is in use.
pub const START: Patience = Patience { timeout: Duration::from_mins(3), max_exits: 3 };

/// Waits until all programs are ready, and fails as soon as one cannot start.
pub async fn wait(board: &Board, shop: &Shop, programs: &[ProgramStatus]) -> Result<()> {
    futures::future::try_join_all(programs.iter().map(|program| wait_for(board, shop, program, START))).await?;
    Ok(())
}

/// Waits until a program says at its admin port that it is ready. Fails with the end of its output.
pub async fn wait_for(board: &Board, shop: &Shop, program: &ProgramStatus, patience: Patience) -> Result<()> {
    let port = shop.ports.of(program.process).admin;
    let step = board.step(format!("waiting for {}", program.process), None);
    loop {
        if get(port, "/health/ready").await.is_some() {
            return Ok(());
        }
        let (exits, status, output) = program.read();
        if exits >= patience.max_exits {
            let output = format!("    {}", output.join("\n    "));
            let cause = crate::causes::cause_in_output(&output).map(|cause| format!("{cause} ")).unwrap_or_default();
            step.failed("");
            bail!("{cause}{} does not start ({status}); the end of its output:\n{}", program.process, output);
        }
        if step.elapsed() > patience.timeout {
            step.failed("");
            bail!(
                "{} was not ready after {} s; see http://127.0.0.1:{port}/health/ready",
                program.process,
                patience.timeout.as_secs()
            );
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Returns version and commit of a program, as in `0.1.0+4f2a9c1b`.
pub async fn version(port: u16) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Version {
        version: String,
        commit: String,
    }
    let Version { version, commit } = serde_json::from_str(&get(port, "/health/version").await?).ok()?;
    Some(format!("{version}+{commit}"))
}

/// Requests a path of a program's admin port. Returns the body of a response with status 200.
async fn get(port: u16, path: &str) -> Option<String> {
    let response = tokio::time::timeout(Duration::from_secs(2), request(port, path)).await.ok()?.ok()?;
    let response = String::from_utf8_lossy(&response);
    let (head, body) = response.split_once("\r\n\r\n")?;
    // The response begins with `HTTP/1.1 200`, so these bytes are the status.
    (head.starts_with("HTTP/1.") && head.get(9..12) == Some("200")).then(|| body.to_owned())
}

/// Sends a request without an HTTP client, which would take a minute to compile.
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
