//! Waits until every program is ready.

use super::Shop;
use super::supervisor::ProgramStatus;
use crate::board::Board;
use anyhow::{Result, bail};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Long enough to rebuild the search index of a large catalogue on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(3);
/// A single crash can be chance, for example a port that was just taken.
const MAX_EXITS: usize = 3;

pub async fn wait(board: &Board, shop: &Shop, programs: &[ProgramStatus]) -> Result<()> {
    futures::future::try_join_all(programs.iter().map(|program| wait_for(board, shop, program))).await?;
    Ok(())
}

async fn wait_for(board: &Board, shop: &Shop, program: &ProgramStatus) -> Result<()> {
    let port = shop.ports.of(program.name).admin;
    let step = board.step(format!("waiting for {}", program.name), None);
    loop {
        if tokio::time::timeout(Duration::from_secs(2), is_ready(port))
            .await
            .is_ok_and(|response| response.is_ok_and(|ok| ok))
        {
            return Ok(());
        }
        let (exits, status, output) = program.read();
        if exits >= MAX_EXITS {
            let output = format!("    {}", output.join("\n    "));
            let cause = crate::causes::cause_in_output(&output).map(|cause| format!("{cause} ")).unwrap_or_default();
            step.failed("");
            bail!("{cause}{} does not start ({status}); the end of its output:\n{}", program.name, output);
        }
        if step.elapsed() > TIMEOUT {
            step.failed("");
            bail!(
                "{} was not ready after {} s; see http://127.0.0.1:{port}/health/ready",
                program.name,
                TIMEOUT.as_secs()
            );
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Asks the health endpoint with a handwritten request, because compiling an HTTP client would take a minute.
async fn is_ready(port: u16) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
    let request = format!("GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await?;
    Ok(response.starts_with(b"HTTP/1.") && response.get(9..12) == Some(b"200"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    async fn response(with: &'static str) -> bool {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 500];
            assert!(stream.read(&mut request).await.unwrap() > 0);
            stream.write_all(with.as_bytes()).await.unwrap();
        };
        tokio::join!(server, is_ready(port)).1.unwrap()
    }

    #[tokio::test]
    async fn only_status_200_is_ready() {
        assert!(response("HTTP/1.1 200 OK\r\n\r\n").await);
        assert!(!response("HTTP/1.1 503 Service Unavailable\r\n\r\n").await);
    }
}
