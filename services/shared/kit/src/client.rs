//! Calls to other services: connections, the context of a call, and retries.

use std::{future::Future, sync::Arc, time::Duration};

use anyhow::Context as _;
use rand::Rng as _;
use tonic::{
    Code, Request, Status,
    metadata::MetadataValue,
    transport::{Endpoint, Uri},
};

use self::{replicas::Replicas, target::Target, traced::Traced};
use crate::{Language, tls::Tls};

pub use self::{
    balance::Balanced,
    client_info::{ClientInfo, network},
    device::Device,
};

mod balance;
mod client_info;
mod device;
mod replicas;
mod target;
mod traced;

pub const LANGUAGE: &str = "accept-language";
const AUTHORIZATION: &str = "authorization";
/// Marks a call that changes nothing.
const READ: &str = "sovqat-read";
const DEADLINE: Duration = Duration::from_secs(5);

pub type Channel = Traced<Balanced>;

/// With TLS, a service's certificate must contain the host of the URL.
#[derive(Clone, Default)]
pub struct Connector(Option<Tls>);

impl Connector {
    pub fn new(tls: Option<Tls>) -> Self {
        Self(tls)
    }

    /// `url` may name several replicas, separated by commas. Connects on first use, so services may start in any order.
    pub fn connect(&self, url: &str) -> anyhow::Result<Channel> {
        self.open(url, |endpoint| {
            endpoint
                .timeout(Duration::from_secs(30))
                .initial_connection_window_size(4 * 1024 * 1024)
                .initial_stream_window_size(1024 * 1024)
        })
    }

    /// For streams: calls have no time limit.
    pub fn connect_streaming(&self, url: &str) -> anyhow::Result<Channel> {
        self.open(url, |endpoint| endpoint)
    }

    fn open(&self, url: &str, settings: fn(Endpoint) -> Endpoint) -> anyhow::Result<Channel> {
        let tls = self.0.clone();
        let make_endpoint = move |url: &Uri, target: &Target| endpoint(tls.as_ref(), url, target).map(settings);
        let replicas = Replicas::new(url, Box::new(make_endpoint))?;
        Ok(Traced::new(Balanced::new(replicas)))
    }
}

fn endpoint(tls: Option<&Tls>, address: &Uri, target: &Target) -> anyhow::Result<Endpoint> {
    let endpoint = Endpoint::from(address.clone())
        // Names the service by its URL, not by the address of the replica.
        .origin(target.url.clone())
        .connect_timeout(Duration::from_secs(2))
        .tcp_nodelay(true)
        .http2_keep_alive_interval(Duration::from_secs(10))
        .keep_alive_timeout(Duration::from_secs(5))
        .keep_alive_while_idle(true);
    let Some(tls) = tls else { return Ok(endpoint) };
    let url = &target.url;
    anyhow::ensure!(
        url.scheme_str() == Some("https"),
        "`{url}` must begin with https://, because TLS_CERT_FILE is set"
    );
    endpoint
        .tls_config(tls.client().domain_name(target.tls_name()))
        .context("TLS_CERT_FILE, TLS_KEY_FILE or TLS_CA_FILE cannot be used")
}

#[derive(Clone, Default)]
pub struct CallContext {
    pub language: Language,
    /// As received; the called service verifies it again.
    pub token: Option<Arc<str>>,
    pub origin: ClientInfo,
    /// Calls that change nothing may be repeated when a connection breaks.
    pub is_read: bool,
}

impl CallContext {
    pub fn from_request<T>(request: &Request<T>) -> Self {
        let token = request.metadata().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        Self {
            language: Language::from_metadata(request.metadata()),
            token: token.and_then(|value| value.strip_prefix("Bearer ")).map(Arc::from),
            origin: ClientInfo::from_request(request),
            is_read: request.metadata().contains_key(READ),
        }
    }

    /// Makes a request with this context and a deadline.
    pub fn sign<T>(&self, message: T) -> Request<T> {
        let mut request = self.streaming_request(message);
        request.set_timeout(DEADLINE);
        request
    }

    /// Like [`sign`](Self::sign), without a deadline.
    pub fn streaming_request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.metadata_mut().insert(LANGUAGE, MetadataValue::from_static(self.language.code()));
        if let Some(token) = &self.token
            && let Ok(value) = format!("Bearer {token}").parse()
        {
            request.metadata_mut().insert(AUTHORIZATION, value);
        }
        if self.is_read {
            request.metadata_mut().insert(READ, MetadataValue::from_static("1"));
        }
        self.origin.write(request.metadata_mut());
        request
    }
}

/// The longest pauses before the second and third call. Pauses are random, so that callers do not retry in step.
const MAX_PAUSES_MS: [u64; 2] = [20, 100];

/// Hides the restart of a service without making an outage worse.
pub async fn retry<T, F: Future<Output = Result<T, Status>>>(mut call: impl FnMut() -> F) -> Result<T, Status> {
    for max_pause_ms in MAX_PAUSES_MS {
        match call().await {
            Err(status) if status.code() == Code::Unavailable && is_connection_failure(&status) => {
                let pause = rand::thread_rng().gen_range(max_pause_ms / 2..=max_pause_ms);
                tokio::time::sleep(Duration::from_millis(pause)).await;
            }
            outcome => return outcome,
        }
    }
    call().await
}

/// Our services add details to `UNAVAILABLE`; a failed connection has none.
fn is_connection_failure(status: &Status) -> bool {
    status.details().is_empty()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn only_connection_failures_are_retried_and_at_most_twice() {
        for (status, expected_calls) in [
            (Status::unavailable("connection refused"), 3),
            (crate::Error::unavailable(anyhow::anyhow!("pool")).into(), 1),
            (Status::internal("bug"), 1),
        ] {
            let calls = AtomicUsize::new(0);
            let outcome = retry(|| async {
                calls.fetch_add(1, Ordering::Relaxed);
                Err::<(), _>(status.clone())
            })
            .await;
            assert!(outcome.is_err());
            assert_eq!(calls.load(Ordering::Relaxed), expected_calls);
        }
    }
}
