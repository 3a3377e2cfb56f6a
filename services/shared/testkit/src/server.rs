//! Serves a service's gRPC routes on a free port, with the same server as in production.

use kit::{
    client::{self, Channel},
    serve::Routes,
};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::database::eventually;

pub struct TestServer {
    pub url: String,
    stop: CancellationToken,
    serving: JoinHandle<()>,
    _stop_on_drop: DropGuard,
}

impl TestServer {
    pub async fn start(routes: impl Into<Routes>) -> Self {
        Self::start_on(TcpListener::bind("127.0.0.1:0").await.expect("a free port"), routes.into())
    }

    /// Starts at the URL of a server that has been killed.
    pub async fn start_again(url: &str, routes: impl Into<Routes>) -> Self {
        let address = url.trim_start_matches("http://");
        eventually("a free port", async || TcpListener::bind(address).await.is_ok()).await;
        Self::start_on(TcpListener::bind(address).await.expect("the port is free"), routes.into())
    }

    fn start_on(listener: TcpListener, routes: Routes) -> Self {
        let url = format!("http://{}", listener.local_addr().expect("a bound address"));
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let serving = tokio::spawn(async move {
            kit::serve::serve_on(listener, routes, stopped.cancelled_owned()).await.expect("the test server serves");
        });
        Self { url, _stop_on_drop: stop.clone().drop_guard(), stop, serving }
    }

    pub fn channel(&self) -> Channel {
        client::connect(&self.url).expect("a test server's address")
    }

    /// Returns a channel without a call timeout, for feeds.
    pub fn streaming_channel(&self) -> Channel {
        client::connect_streaming(&self.url).expect("a test server's address")
    }

    /// Returns a token that is cancelled when the server is dropped, for tasks that run beside it.
    pub fn stopping(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Stops immediately and closes open connections, as a killed process would.
    pub fn kill(&self) {
        self.serving.abort();
        self.stop.cancel();
    }
}
