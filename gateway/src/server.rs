//! HTTP/1 and HTTP/2 connections, with limits for headers and idle time, and a graceful shutdown.

use std::{convert::Infallible, net::SocketAddr, pin::pin, time::Duration};

use axum::{body::Body, extract::Request};
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::site::Site;

/// Timeout for receiving the headers of a request, also for idle connections.
const HEADER_PATIENCE: Duration = Duration::from_secs(30);
const LARGEST_HEADERS: usize = 64 * 1024;
const MOST_STREAMS: u32 = 200;
const PAUSE_WHEN_OUT_OF_SOCKETS: Duration = Duration::from_millis(50);

/// Serves until stopped, then waits at most `drain` for open requests.
pub async fn serve(listener: TcpListener, site: Site, drain: Duration, stop: CancellationToken) {
    let connections = TaskTracker::new();
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, peer)) => {
                connections.spawn(connection(stream, peer, site.clone(), stop.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "A connection could not be accepted");
                tokio::time::sleep(PAUSE_WHEN_OUT_OF_SOCKETS).await;
            }
        }
    }
    drop(listener);
    site.end_streams();
    connections.close();
    // A client that does not read its response must not block the shutdown.
    let _ = tokio::time::timeout(drain, connections.wait()).await;
}

async fn connection(stream: TcpStream, peer: SocketAddr, site: Site, stop: CancellationToken) {
    let _ = stream.set_nodelay(true);
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE)
        .max_buf_size(LARGEST_HEADERS)
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MOST_STREAMS)
        .max_header_list_size(LARGEST_HEADERS as u32)
        .keep_alive_interval(Some(Duration::from_secs(30)));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let site = site.clone();
        async move {
            let request: Request = request.map(Body::new);
            // Boxed, because hyper stores this future in the connection while it is open. Thousands of connections only
            // wait for events, and the box is freed as soon as the response is ready.
            Ok::<_, Infallible>(Box::pin(site.answer(peer.ip(), request)).await)
        }
    });
    let mut serving = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        // A connection error is not logged: the client caused it.
        _ = serving.as_mut() => return,
        () = stop.cancelled() => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}
