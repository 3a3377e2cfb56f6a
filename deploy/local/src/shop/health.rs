//! Waits until every program is ready.

use super::Shop;
use super::keeper::Witness;
use crate::board::Board;
use anyhow::{Result, bail};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Long enough to rebuild the search index of a large catalogue on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);
/// A single crash can be chance, for example a port that was just taken.
const TOO_MANY_DEATHS: usize = 3;

pub async fn wait(board: &Board, shop: &Shop, programs: &[Witness]) -> Result<()> {
    futures::future::try_join_all(programs.iter().map(|program| wait_for(board, shop, program))).await?;
    Ok(())
}

async fn wait_for(board: &Board, shop: &Shop, program: &Witness) -> Result<()> {
    let port = shop.ports.of(program.name).admin;
    let step = board.step(format!("waiting for {}", program.name), None);
    loop {
        if tokio::time::timeout(Duration::from_secs(2), says_ready(port))
            .await
            .is_ok_and(|answer| answer.is_ok_and(|ok| ok))
        {
            return Ok(());
        }
        let (deaths, status, said) = program.deaths();
        if deaths >= TOO_MANY_DEATHS {
            let said = format!("    {}", said.join("\n    "));
            let cause = crate::causes::recognise(&said).map(|cause| format!("{cause} ")).unwrap_or_default();
            step.failed("");
            bail!("{cause}{} does not start ({status}); what it said last:\n{}", program.name, said);
        }
        if step.elapsed() > PATIENCE {
            step.failed("");
            bail!(
                "{} was not ready after {} s; ask http://127.0.0.1:{port}/health/ready",
                program.name,
                PATIENCE.as_secs()
            );
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Asks the health endpoint with a handwritten request, because compiling an HTTP client would take a minute.
async fn says_ready(port: u16) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
    let question = format!("GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(question.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer.starts_with(b"HTTP/1.") && answer.get(9..12) == Some(b"200"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    async fn answer(with: &'static str) -> bool {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut question = [0; 500];
            assert!(stream.read(&mut question).await.unwrap() > 0);
            stream.write_all(with.as_bytes()).await.unwrap();
        };
        tokio::join!(server, says_ready(port)).1.unwrap()
    }

    #[tokio::test]
    async fn only_a_plain_yes_is_ready() {
        assert!(answer("HTTP/1.1 200 OK\r\n\r\n").await);
        assert!(!answer("HTTP/1.1 503 Service Unavailable\r\n\r\n").await);
    }
}
