//! Serves a service's gRPC routes on a free port, with the same server as in production.

use kit::{
    client::{self, Channel},
    config::Mode,
    serve::Routes,
};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::{CancellationToken, DropGuard};

pub struct TestServer {
    pub url: String,
    stop: CancellationToken,
    serving: JoinHandle<()>,
    _stop_on_drop: DropGuard,
}

impl TestServer {
    pub async fn start(routes: impl Into<Routes>) -> Self {
        Self::start_in(Mode::Local, routes).await
    }

    pub async fn start_in(mode: Mode, routes: impl Into<Routes>) -> Self {
        let routes = routes.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("a bound address"));
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let serving = tokio::spawn(async move {
            let served = kit::serve::serve_on(listener, routes, mode, stopped.cancelled_owned()).await;
            served.expect("the test server serves");
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
