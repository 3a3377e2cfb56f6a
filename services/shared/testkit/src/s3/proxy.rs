//! A proxy in front of an S3 server that simulates faults.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Answers 503, as a busy S3 does.
    Busy,
    /// The next longer response ends after this number of bytes.
    CutOnce(usize),
    /// The next request is executed, but its response is lost.
    LoseAnswerOnce,
}

pub struct FaultyProxy {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

struct State {
    fault: Fault,
    /// Request lines with headers, in lower case.
    heads: Vec<String>,
}

impl FaultyProxy {
    pub async fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(State { fault: Fault::None, heads: Vec::new() }));
        let proxy = Self { port, state: state.clone() };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let state = state.clone();
                tokio::spawn(async move { serve(client, server, &state).await });
            }
        });
        proxy
    }

    pub fn set(&self, fault: Fault) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).fault = fault;
    }

    pub fn heads(&self) -> Vec<String> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).heads.clone()
    }
}

/// Closes the connection, so that every request passes here.
async fn serve(mut client: TcpStream, server: u16, state: &Mutex<State>) -> io::Result<()> {
    let (head, body) = read_request(&mut client).await?;
    let fault = record(&head, state);
    if fault == Fault::Busy {
        return client.write_all(busy_response().as_bytes()).await;
    }

    let mut upstream = TcpStream::connect(("127.0.0.1", server)).await?;
    let (line, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    upstream.write_all(format!("{line}\r\nconnection: close\r\n{headers}").as_bytes()).await?;
    upstream.write_all(&body).await?;
    let mut response = Vec::new();
    upstream.read_to_end(&mut response).await?;

    match fault {
        Fault::LoseAnswerOnce => response.clear(),
        Fault::CutOnce(bytes) if response.len() > bytes => {
            response.truncate(bytes);
            state.lock().unwrap_or_else(PoisonError::into_inner).fault = Fault::None;
        }
        Fault::CutOnce(_) | Fault::None | Fault::Busy => {}
    }
    client.write_all(&response).await
}

/// Returns the fault of this request.
fn record(head: &str, state: &Mutex<State>) -> Fault {
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    state.heads.push(head.to_lowercase());
    let fault = state.fault;
    if fault == Fault::LoseAnswerOnce {
        state.fault = Fault::None;
    }
    fault
}

fn busy_response() -> String {
    let text = "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";
    format!(
        "HTTP/1.1 503 Slow Down\r\ncontent-type: application/xml\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{text}",
        text.len()
    )
}

/// Returns the head with its empty line, and the body.
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
