//! gRPC servers in the process of a test.

use std::time::Duration;

use kit::{
    client::{Channel, Connector},
    config::Mode,
    serve::Routes,
    tls::Tls,
};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{authority, database::eventually};

/// Longer than any test.
const MAX_CONNECTION_AGE: Duration = Duration::from_hours(1);

pub struct TestServer {
    pub url: String,
    stop: CancellationToken,
    serving: JoinHandle<()>,
    _stop_on_drop: DropGuard,
}

impl TestServer {
    /// The server has no TLS, so it accepts every caller.
    pub async fn start(routes: impl Into<Routes>) -> Self {
        Self::start_with(Mode::Local, None, routes.into()).await
    }

    pub async fn start_in(mode: Mode, routes: impl Into<Routes>) -> Self {
        Self::start_with(mode, None, routes.into()).await
    }

    /// The server has TLS, and accepts only the callers that the contract names.
    pub async fn start_as(name: &str, routes: impl Into<Routes>) -> Self {
        Self::start_with(Mode::Local, Some(authority::tls(name)), routes.into()).await
    }

    /// The server has TLS, and the URL of a killed one.
    pub async fn start_again_as(name: &str, url: &str, routes: impl Into<Routes>) -> Self {
        let address = url.trim_start_matches("https://");
        eventually("a free port", async || TcpListener::bind(address).await.is_ok()).await;
        let listener = TcpListener::bind(address).await.expect("the port is free");
        Self::start_on(listener, Mode::Local, Some(authority::tls(name)), routes.into())
    }

    async fn start_with(mode: Mode, tls: Option<Tls>, routes: Routes) -> Self {
        Self::start_on(TcpListener::bind("127.0.0.1:0").await.expect("a free port"), mode, tls, routes)
    }

    fn start_on(listener: TcpListener, mode: Mode, tls: Option<Tls>, routes: Routes) -> Self {
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = format!("{scheme}://{}", listener.local_addr().expect("a bound address"));
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let serving = tokio::spawn(async move {
            let served = kit::serve::serve_on(
                listener,
                routes,
                mode,
                tls.as_ref(),
                MAX_CONNECTION_AGE,
                stopped.cancelled_owned(),
            )
            .await;
            served.expect("the test server serves");
        });
        Self { url, _stop_on_drop: stop.clone().drop_guard(), stop, serving }
    }

    pub fn channel(&self) -> Channel {
        Connector::default().connect(&self.url).expect("a test server's address")
    }

    pub fn streaming_channel(&self) -> Channel {
        Connector::default().connect_streaming(&self.url).expect("a test server's address")
    }

    pub fn channel_as(&self, name: &str) -> Channel {
        authority::connector(name).connect(&self.url).expect("a test server's address")
    }

    pub fn streaming_channel_as(&self, name: &str) -> Channel {
        authority::connector(name).connect_streaming(&self.url).expect("a test server's address")
    }

    /// The token is cancelled when the server is dropped.
    pub fn stopping(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Stops as after SIGTERM: open calls end first.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Closes open connections, as a killed process would.
    pub fn kill(&self) {
        self.serving.abort();
        self.stop.cancel();
    }
}
