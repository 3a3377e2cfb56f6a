//! A service's gRPC door on a free port, served as in earnest.

use kit::{
    client::{self, Channel},
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
        let routes = routes.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
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

    /// For feeds.
    pub fn streaming_channel(&self) -> Channel {
        client::connect_streaming(&self.url).expect("a test server's address")
    }

    /// Cancelled when the server is dropped: for what runs beside it.
    pub fn stopping(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Dies as a killed process does: connections break off in the middle.
    pub fn kill(&self) {
        self.serving.abort();
        self.stop.cancel();
    }
}
