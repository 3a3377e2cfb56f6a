//! Accepts connections, passes their requests to [`Site`], and shuts down gracefully.

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

/// How long a connection may wait for the headers of a request. This also ends idle connections.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(30);
const MAX_HEADER_BYTES: usize = 64 * 1024;
/// The limit of one HTTP/2 connection.
const MAX_CONCURRENT_STREAMS: u32 = 200;
/// The pause after a failure, for example while the process has no free file descriptor.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// Serves until the stop. Open requests get at most `drain` after it.
pub async fn serve(listener: TcpListener, site: Site, drain: Duration, stop: CancellationToken) {
    let connections = TaskTracker::new();
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, peer)) => {
                connections.spawn(serve_connection(stream, peer, site.clone(), stop.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "Accepting a connection failed");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    site.end_streams();
    connections.close();
    let _ = tokio::time::timeout(drain, connections.wait()).await;
}

async fn serve_connection(stream: TcpStream, peer: SocketAddr, site: Site, stop: CancellationToken) {
    let _ = stream.set_nodelay(true);
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(MAX_HEADER_BYTES)
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
        .max_header_list_size(MAX_HEADER_BYTES as u32)
        .keep_alive_interval(Some(KEEP_ALIVE_INTERVAL));
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let site = site.clone();
        async move {
            let request: Request = request.map(Body::new);
            // Boxed, because hyper keeps this future as long as the connection, and most connections are idle.
            Ok::<_, Infallible>(Box::pin(site.respond(peer.ip(), request)).await)
        }
    });
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        // Connection errors are caused by clients.
        _ = connection.as_mut() => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
