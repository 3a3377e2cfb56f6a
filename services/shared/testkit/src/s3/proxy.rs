//! A proxy in front of an S3 server that simulates faults: it answers 503, or breaks connections.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// The fault that the next requests get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Every request is answered with 503, as by a busy S3.
    Busy,
    /// The next answer that is longer than this number of bytes ends after them. Later answers are complete.
    CutOnce(usize),
    /// The next request is executed, but its answer is lost.
    LoseAnswerOnce,
}

/// The running proxy.
pub struct FaultyProxy {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

/// The settings of the proxy and the requests that it has seen.
struct State {
    fault: Fault,
    /// The request line and headers of each request.
    heads: Vec<String>,
}

impl FaultyProxy {
    /// Starts a proxy in front of the server at this port.
    pub async fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(State { fault: Fault::None, heads: Vec::new() }));
        let proxy = Self { port, state: state.clone() };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let state = state.clone();
                // A connection that the client breaks needs no report.
                tokio::spawn(async move { serve(client, server, &state).await });
            }
        });
        proxy
    }

    pub fn set(&self, fault: Fault) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).fault = fault;
    }

    /// Returns the heads of all requests so far, in lower case.
    pub fn heads(&self) -> Vec<String> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).heads.clone()
    }
}

/// Serves one request, then closes the connection, so that every request passes here.
async fn serve(mut client: TcpStream, server: u16, state: &Mutex<State>) -> io::Result<()> {
    let (head, body) = read_request(&mut client).await?;
    let fault = {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        state.heads.push(head.to_lowercase());
        let fault = state.fault;
        if fault == Fault::LoseAnswerOnce {
            state.fault = Fault::None;
        }
        fault
    };

    if fault == Fault::Busy {
        let text = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";
        let answer = format!(
            "HTTP/1.1 503 Slow Down\r\ncontent-type: application/xml\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{text}",
            text.len()
        );
        return client.write_all(answer.as_bytes()).await;
    }

    let mut upstream = TcpStream::connect(("127.0.0.1", server)).await?;
    let (line, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    upstream.write_all(format!("{line}\r\nconnection: close\r\n{headers}").as_bytes()).await?;
    upstream.write_all(&body).await?;
    let mut answer = Vec::new();
    upstream.read_to_end(&mut answer).await?;

    match fault {
        Fault::LoseAnswerOnce => answer.clear(),
        Fault::CutOnce(bytes) if answer.len() > bytes => {
            answer.truncate(bytes);
            state.lock().unwrap_or_else(PoisonError::into_inner).fault = Fault::None;
        }
        Fault::CutOnce(_) | Fault::None | Fault::Busy => {}
    }
    client.write_all(&answer).await
}

/// Reads a request. Returns its head (request line, headers and the empty line after them) and its body.
async fn read_request(client: &mut TcpStream) -> io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        if client.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let mut body = bytes.split_off(end);
    let read = body.len();
    body.resize(length.unwrap_or_default().max(read), 0);
    client.read_exact(&mut body[read..]).await?;
    Ok((head, body))
}
