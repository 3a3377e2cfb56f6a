//! Tests with a scripted server. `gateway/tests/it/valkey.rs` uses a real one.

use std::{net::Ipv4Addr, path::PathBuf};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

use super::*;
use crate::config::ValkeyConfig;
use kit::config::Mode;

const LIMIT: Duration = Duration::from_millis(50);
const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7));
const QUOTA: Quota = Quota { name: "gateway_reads", interval: Duration::from_millis(10), burst: 1_000 };

fn config(url: &str) -> ValkeyConfig {
    ValkeyConfig { valkey_url: Some(url.to_owned()), valkey_ca_file: None, valkey_timeout: LIMIT }
}

#[test]
fn production_requires_tls_except_on_this_machine() {
    let is_accepted = |url: &str, mode| Valkey::new(&config(url), mode).map(|valkey| valkey.is_some()).ok();
    for url in [
        "rediss://valkey:6379",
        "valkeys://user:secret@valkey/1",
        "redis://127.0.0.1:6379",
        "redis://[::1]:6379",
        "redis://localhost",
    ] {
        assert_eq!(is_accepted(url, Mode::Production), Some(true), "{url}");
    }
    for url in ["redis://valkey:6379", "valkey://10.0.0.5", "redis://127.0.0.1.example", "redis://localhost.example"] {
        assert_eq!(is_accepted(url, Mode::Production), None, "{url}");
        assert_eq!(is_accepted(url, Mode::Local), Some(true), "{url}");
    }
    for url in ["valkey:6379", "http://valkey", "redis+unix:///run/valkey", "rediss://valkey#insecure", "redis://"] {
        assert_eq!(is_accepted(url, Mode::Local), None, "{url}");
    }
    assert_eq!(is_accepted(" ", Mode::Production), Some(false), "an empty variable is an unset one");
}

#[test]
fn errors_do_not_show_the_password() {
    let error_of = |config: ValkeyConfig| format!("{:#}", Valkey::new(&config, Mode::Production).err().unwrap());
    for url in ["redis://:hunter2@valkey", "rediss://u:hunter2@valkey/none", "u:hunter2@valkey", "amqp://u:hunter2@v"] {
        let error = error_of(config(url));
        assert!(error.contains("VALKEY_URL") && !error.contains("hunter2"), "{error}");
    }
    let error =
        error_of(ValkeyConfig { valkey_ca_file: Some(PathBuf::from("/nowhere/ca.pem")), ..config("rediss://v") });
    assert!(error.contains("VALKEY_CA_FILE: /nowhere/ca.pem cannot be read"), "{error}");
    let error = error_of(ValkeyConfig { valkey_timeout: Duration::ZERO, ..config("rediss://v") });
    assert!(error.contains("VALKEY_TIMEOUT"), "{error}");
}

/// How the scripted server answers `EVALSHA`.
#[derive(Clone, Copy)]
enum Reply {
    /// Microseconds until a request is allowed; zero allows this one.
    Wait(u64),
    Late(Duration),
    Refused,
    Never,
}

struct ScriptedServer {
    valkey: Valkey,
    reply: Arc<Mutex<Reply>>,
}

impl ScriptedServer {
    /// The client connects when a test calls `valkey.check()`, as the worker would.
    async fn start(reply: Reply) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("redis://{}", listener.local_addr().unwrap());
        let reply = Arc::new(Mutex::new(reply));
        let script = reply.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, script.clone()));
            }
        });
        Self { valkey: Valkey::new(&config(&url), Mode::Production).unwrap().unwrap(), reply }
    }

    fn set_reply(&self, reply: Reply) {
        *self.reply.lock().unwrap() = reply;
    }

    fn is_connected(&self) -> bool {
        self.valkey.connection().is_some()
    }

    async fn spend(&self) -> Option<Result<(), Duration>> {
        self.valkey.spend(&QUOTA, CLIENT).await
    }

    /// Also returns how long the request waited.
    async fn spend_timed(&self) -> (Option<Result<(), Duration>>, Duration) {
        let began = Instant::now();
        (self.spend().await, began.elapsed())
    }
}

async fn serve(stream: TcpStream, reply: Arc<Mutex<Reply>>) {
    let mut stream = BufReader::new(stream);
    while let Some(command) = read_command(&mut stream).await {
        let is_count = command[0] == "EVALSHA";
        let script = *reply.lock().unwrap();
        let answer = match script {
            _ if !is_count => "+OK\r\n".to_owned(),
            Reply::Wait(wait) => format!(":{wait}\r\n"),
            Reply::Refused => "-OOM command not allowed when used memory > 'maxmemory'.\r\n".to_owned(),
            Reply::Late(delay) => {
                tokio::time::sleep(delay).await;
                ":0\r\n".to_owned()
            }
            Reply::Never => continue,
        };
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read_command(stream: &mut BufReader<TcpStream>) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for _ in 0..read_length(stream).await? {
        let mut word = vec![0; read_length(stream).await? + 2];
        stream.read_exact(&mut word).await.ok()?;
        word.truncate(word.len() - 2);
        words.push(String::from_utf8(word).ok()?);
    }
    Some(words)
}

/// Reads a line such as `*3` or `$7`.
async fn read_length(stream: &mut BufReader<TcpStream>) -> Option<usize> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    line.trim_end().get(1..)?.parse().ok()
}

#[tokio::test]
async fn the_server_decides_while_it_answers() {
    let server = ScriptedServer::start(Reply::Wait(0)).await;
    assert_eq!(server.spend().await, None, "nothing is connected before the worker runs");
    server.valkey.check().await;
    assert_eq!(server.spend().await, Some(Ok(())));
    server.set_reply(Reply::Wait(1_500_000));
    assert_eq!(server.spend().await, Some(Err(Duration::from_millis(1_500))));
    assert!(server.is_connected());
}

#[tokio::test]
async fn a_server_that_falls_silent_delays_only_the_requests_of_that_moment() {
    let server = ScriptedServer::start(Reply::Wait(0)).await;
    server.valkey.check().await;
    server.set_reply(Reply::Never);
    let concurrent_requests = futures::future::join_all((0..20).map(|_| server.spend_timed())).await;
    for (outcome, time) in concurrent_requests {
        assert_eq!(outcome, None);
        assert!((LIMIT..LIMIT * 10).contains(&time), "{time:?}");
    }
    let began = Instant::now();
    for _ in 0..100 {
        assert_eq!(server.spend().await, None);
    }
    assert!(began.elapsed() < LIMIT, "later requests wait: {:?}", began.elapsed());
    server.set_reply(Reply::Wait(0));
    server.valkey.check().await;
    assert_eq!(server.spend().await, Some(Ok(())));
}

#[tokio::test]
async fn a_server_that_answers_too_late_is_not_used() {
    let server = ScriptedServer::start(Reply::Late(LIMIT * 3)).await;
    assert_eq!(server.valkey.check().await, Next::After(RECONNECT_DELAY));
    assert!(!server.is_connected());
    let (outcome, time) = server.spend_timed().await;
    assert_eq!(outcome, None);
    assert!(time < LIMIT, "{time:?}");
}

#[tokio::test]
async fn an_error_of_the_server_ends_the_connection_and_an_idle_one_is_checked() {
    for reply in [Reply::Refused, Reply::Never] {
        let server = ScriptedServer::start(Reply::Wait(0)).await;
        server.valkey.check().await;
        server.set_reply(reply);
        server.valkey.check().await;
        assert!(!server.is_connected(), "the check of an idle connection");
        server.set_reply(Reply::Wait(0));
        server.valkey.check().await;
        server.set_reply(reply);
        assert_eq!(server.spend().await, None);
        assert!(!server.is_connected(), "a request");
    }
}

#[tokio::test]
async fn a_late_failure_does_not_end_the_next_connection() {
    let server = ScriptedServer::start(Reply::Wait(0)).await;
    server.valkey.check().await;
    let first = server.valkey.connection().unwrap();
    server.valkey.lose(&first, &Failure::slow(LIMIT));
    assert!(!server.is_connected());
    server.valkey.check().await;
    server.valkey.lose(&first, &Failure::slow(LIMIT));
    assert!(server.is_connected());
}
