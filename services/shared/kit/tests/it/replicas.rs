//! Calls are shared among replicas, and survive the loss of one.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{Router, routing::post};
use futures::future::join_all;
use kit::client::{CallContext, Channel, Connector};
use testkit::{authority, database::eventually, server::TestServer};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, client::Grpc};
use tonic_prost::ProstCodec;

/// A method that every program may call.
const METHOD: &str = "/grpc.health.v1.Health/Anything";

struct Replica {
    server: TestServer,
    calls: Arc<AtomicUsize>,
    hangs: Arc<AtomicBool>,
}

impl Replica {
    async fn start() -> Self {
        let (routes, calls, hangs) = routes();
        Self { server: TestServer::start_as("auth", routes).await, calls, hangs }
    }

    /// At the address of a killed replica.
    async fn start_again(killed: &Self) -> Self {
        let (routes, calls, hangs) = routes();
        Self { server: TestServer::start_again_as("auth", &killed.server.url, routes).await, calls, hangs }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

/// Returns the count of calls, and the switch that makes calls hang.
fn routes() -> (tonic::service::Routes, Arc<AtomicUsize>, Arc<AtomicBool>) {
    let (calls, hangs) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let (counted, hanging) = (calls.clone(), hangs.clone());
    let answer = move |_body: axum::body::Bytes| {
        counted.fetch_add(1, Ordering::Relaxed);
        let hanging = hanging.clone();
        async move {
            if hanging.load(Ordering::Relaxed) {
                std::future::pending::<()>().await;
            }
            [("content-type", "application/grpc"), ("grpc-status", "0")]
        }
    };
    (Router::new().route(METHOD, post(answer)).into(), calls, hangs)
}

fn connect(replicas: &[&Replica]) -> Channel {
    let urls: Vec<&str> = replicas.iter().map(|replica| replica.server.url.as_str()).collect();
    authority::connector("gateway").connect(&urls.join(",")).unwrap()
}

/// A call that may change something, so it must not be repeated after a replica has read it.
async fn call(channel: &Channel) -> Code {
    call_within(channel, Duration::from_secs(10)).await
}

/// A call that changes nothing, so it may be repeated.
async fn read(channel: &Channel) -> Code {
    let request = CallContext { is_read: true, ..CallContext::default() }.sign(());
    send(channel, request).await
}

async fn call_within(channel: &Channel, deadline: Duration) -> Code {
    let mut request = Request::new(());
    request.set_timeout(deadline);
    send(channel, request).await
}

async fn send(channel: &Channel, request: Request<()>) -> Code {
    let mut client = Grpc::new(channel.clone());
    client.ready().await.unwrap();
    let called = client.server_streaming(request, METHOD.parse().unwrap(), ProstCodec::<(), ()>::default()).await;
    called.map_or_else(|status| status.code(), |_| Code::Ok)
}

async fn call_at_once(channel: &Channel, count: usize) -> Vec<Code> {
    join_all((0..count).map(|_| call(channel))).await
}

fn assert_shared(total: usize, replicas: [&Replica; 2]) {
    for replica in replicas {
        let share = replica.calls() * 100 / total;
        assert!((45..=55).contains(&share), "a replica got {share} % of {total} calls");
    }
}

#[tokio::test]
async fn two_replicas_share_calls_in_turn_and_at_once() {
    let (first, second) = (Replica::start().await, Replica::start().await);
    let channel = connect(&[&first, &second]);
    for _ in 0..200 {
        assert_eq!(call(&channel).await, Code::Ok);
    }
    assert_shared(200, [&first, &second]);
    assert!(call_at_once(&channel, 800).await.iter().all(|code| *code == Code::Ok));
    assert_shared(1_000, [&first, &second]);
}

#[tokio::test]
async fn calls_after_the_death_of_a_replica_all_succeed_and_each_runs_once() {
    let (first, second) = (Replica::start().await, Replica::start().await);
    let channel = connect(&[&first, &second]);
    assert!(call_at_once(&channel, 100).await.iter().all(|code| *code == Code::Ok));
    first.server.kill();
    eventually("a closed port", async || {
        TcpStream::connect(first.server.url.trim_start_matches("https://")).await.is_err()
    })
    .await;
    let (calls_of_first, calls_of_second) = (first.calls(), second.calls());
    assert!(call_at_once(&channel, 300).await.iter().all(|code| *code == Code::Ok));
    assert_eq!((first.calls() - calls_of_first, second.calls() - calls_of_second), (0, 300));
}

#[tokio::test]
async fn a_replica_that_returns_gets_calls_again() {
    let (first, second) = (Replica::start().await, Replica::start().await);
    let channel = connect(&[&first, &second]);
    first.server.kill();
    assert!(call_at_once(&channel, 100).await.iter().all(|code| *code == Code::Ok));
    let restarted = Replica::start_again(&first).await;
    eventually("calls at the restarted replica", async || {
        assert_eq!(call(&channel).await, Code::Ok);
        restarted.calls() > 20
    })
    .await;
}

#[tokio::test]
async fn without_any_replica_calls_fail_at_once_and_later_succeed_again() {
    let only = Replica::start().await;
    let channel = connect(&[&only]);
    assert_eq!(call(&channel).await, Code::Ok);
    only.server.kill();
    eventually("a failed call", async || call(&channel).await == Code::Unavailable).await;
    let refused = timeout(Duration::from_secs(1), call(&channel)).await;
    assert_eq!(refused, Ok(Code::Unavailable));
    let restarted = Replica::start_again(&only).await;
    assert_eq!(call(&channel).await, Code::Ok);
    assert_eq!(restarted.calls(), 1);
}

#[tokio::test]
async fn no_call_fails_while_replicas_stop_in_order() {
    let (mut first, second) = (Replica::start().await, Replica::start().await);
    let channel = connect(&[&first, &second]);
    let stop = CancellationToken::new();
    let callers: Vec<_> = (0..20)
        .map(|_| {
            let (channel, stop) = (channel.clone(), stop.clone());
            tokio::spawn(async move {
                let mut codes = Vec::new();
                while !stop.is_cancelled() {
                    codes.push(call(&channel).await);
                }
                codes
            })
        })
        .collect();
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        first.server.stop();
        first = Replica::start_again(&first).await;
    }
    stop.cancel();
    let codes: Vec<Code> = join_all(callers).await.into_iter().flat_map(Result::unwrap).collect();
    let failed: Vec<_> = codes.iter().filter(|code| **code != Code::Ok).collect();
    assert!(codes.len() > 500 && failed.is_empty(), "{} of {} calls failed: {failed:?}", failed.len(), codes.len());
}

#[tokio::test]
async fn a_call_that_was_read_is_never_repeated_on_another_replica() {
    let (first, second) = (Replica::start().await, Replica::start().await);
    let channel = connect(&[&first, &second]);
    for replica in [&first, &second] {
        replica.hangs.store(true, Ordering::Relaxed);
    }
    assert_ne!(call_within(&channel, Duration::from_millis(300)).await, Code::Ok, "the deadline passes");
    let open = tokio::spawn({
        let channel = channel.clone();
        async move { call(&channel).await }
    });
    eventually("the second call", async || first.calls() + second.calls() == 2).await;
    for replica in [&first, &second] {
        replica.server.kill();
    }
    assert_ne!(open.await.unwrap(), Code::Ok);
    assert_eq!(first.calls() + second.calls(), 2);
}

/// Forwards connections to a replica. Cancelling `cut` breaks them, as when a host dies during a call.
struct Proxy {
    url: String,
    cut: CancellationToken,
}

impl Proxy {
    async fn start(replica: &Replica) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://{}", listener.local_addr().unwrap());
        let (cut, target) = (CancellationToken::new(), replica.server.url.trim_start_matches("https://").to_owned());
        let stop = cut.clone();
        tokio::spawn(async move {
            while let Some(Ok((mut stream, _))) = stop.run_until_cancelled(listener.accept()).await {
                let (stop, target) = (stop.clone(), target.clone());
                tokio::spawn(stop.clone().run_until_cancelled_owned(async move {
                    let mut upstream = TcpStream::connect(target).await.unwrap();
                    let _ = copy_bidirectional(&mut stream, &mut upstream).await;
                }));
            }
        });
        Self { url, cut }
    }
}

#[tokio::test]
async fn a_read_is_repeated_once_when_its_replica_dies() {
    let replicas = [Replica::start().await, Replica::start().await, Replica::start().await];
    let proxies =
        [Proxy::start(&replicas[0]).await, Proxy::start(&replicas[1]).await, Proxy::start(&replicas[2]).await];
    let urls = proxies.iter().map(|proxy| proxy.url.as_str()).collect::<Vec<_>>().join(",");
    let channel = authority::connector("gateway").connect(&urls).unwrap();
    for replica in &replicas {
        replica.hangs.store(true, Ordering::Relaxed);
    }
    let open = tokio::spawn({
        let channel = channel.clone();
        async move { read(&channel).await }
    });
    let calls = || replicas.iter().map(Replica::calls).sum::<usize>();
    eventually("the call", async || calls() == 1).await;
    let first = replicas.iter().position(|replica| replica.calls() == 1).unwrap();
    proxies[first].cut.cancel();
    eventually("the repeated call", async || calls() == 2).await;
    let second = (0..3).find(|n| *n != first && replicas[*n].calls() == 1).unwrap();
    proxies[second].cut.cancel();
    assert_eq!(open.await.unwrap(), Code::Unavailable, "the call does not reach the third replica");
    assert_eq!(calls(), 2);
}

#[tokio::test]
async fn a_name_stands_for_its_addresses() {
    let server = TestServer::start(routes().0).await;
    let by_name = server.url.replace("127.0.0.1", "localhost");
    let channel = Connector::default().connect(&by_name).unwrap();
    for _ in 0..20 {
        assert_eq!(call(&channel).await, Code::Ok);
    }
    let unknown = Connector::default().connect("http://no-such-host.invalid:1").unwrap();
    assert_eq!(call(&unknown).await, Code::Unavailable);
}

#[tokio::test]
async fn a_url_that_is_no_address_is_refused_at_the_start() {
    for url in ["", "auth", "http://", "http://auth:50051,"] {
        assert!(Connector::default().connect(url).is_err(), "{url:?}");
    }
    let without_tls = authority::connector("gateway").connect("http://auth:50051").unwrap_err();
    assert!(without_tls.to_string().contains("must begin with https://"), "{without_tls}");
}
