//! HTTP/1 and HTTP/2 connections: bounded headers, bounded waiting for them, and an end in good order.

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

/// For headers that come in drops, and for the next request of an idle connection.
const HEADER_PATIENCE: Duration = Duration::from_secs(30);
const LARGEST_HEADERS: usize = 64 * 1024;
const MOST_STREAMS: u32 = 200;
const PAUSE_WHEN_OUT_OF_SOCKETS: Duration = Duration::from_millis(50);

/// Serves until stopped, then lets the requests under way end, as long as `drain` allows.
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
    // Somebody who does not read their answer must not keep the process.
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
            // The connection keeps the room for this as long as it is open, and thousands are open only to listen: what it takes
            // to find an answer is given back as soon as there is one.
            Ok::<_, Infallible>(Box::pin(site.answer(peer.ip(), request)).await)
        }
    });
    let mut serving = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        // How a connection breaks is its client's affair.
        _ = serving.as_mut() => return,
        () = stop.cancelled() => serving.as_mut().graceful_shutdown(),
    }
    let _ = serving.await;
}
