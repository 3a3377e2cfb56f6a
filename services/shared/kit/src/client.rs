//! gRPC clients for calling other services. A channel connects on first use and reconnects when it breaks. The channel
//! adds the trace context to every call; [`CallContext`] adds the deadline, the language and the caller's own token.

use std::{future::Future, sync::Arc, time::Duration};

use anyhow::Context as _;
use opentelemetry::propagation::Injector;
use rand::Rng as _;
use tonic::{
    Code, Request, Status,
    metadata::{Ascii, MetadataKey, MetadataMap, MetadataValue},
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel as Transport, Endpoint},
};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::{Language, tls::Tls};

pub use self::client_info::{ClientInfo, network};

mod client_info;

/// Metadata key of the caller's language.
pub const LANGUAGE: &str = "accept-language";
const AUTHORIZATION: &str = "authorization";
/// Time limit of a call.
const DEADLINE: Duration = Duration::from_secs(5);

pub type Channel = InterceptedService<Transport, Propagate>;

/// Connects to other services. With TLS, the certificate tells them which program calls, and theirs must have the host
/// of the URL as a name.
#[derive(Clone, Default)]
pub struct Connector(Option<Tls>);

impl Connector {
    pub fn new(tls: Option<Tls>) -> Self {
        Self(tls)
    }

    /// Returns a channel that connects on first use, so services may start in any order.
    pub fn connect(&self, url: &str) -> anyhow::Result<Channel> {
        let endpoint = self
            .endpoint(url)?
            .timeout(Duration::from_secs(30))
            .http2_keep_alive_interval(Duration::from_secs(20))
            .initial_connection_window_size(4 * 1024 * 1024)
            .initial_stream_window_size(1024 * 1024);
        Ok(traced(endpoint.connect_lazy()))
    }

    /// Returns a channel for long-lived streams: like [`connect`](Self::connect), but without a limit on the duration
    /// of a call.
    pub fn connect_streaming(&self, url: &str) -> anyhow::Result<Channel> {
        let endpoint = self
            .endpoint(url)?
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5));
        Ok(traced(endpoint.connect_lazy()))
    }

    fn endpoint(&self, url: &str) -> anyhow::Result<Endpoint> {
        let endpoint = Endpoint::from_shared(url.to_owned())
            .with_context(|| format!("`{url}` is not an address"))?
            .connect_timeout(Duration::from_secs(2))
            .tcp_nodelay(true)
            .keep_alive_while_idle(true);
        let Some(tls) = &self.0 else { return Ok(endpoint) };
        anyhow::ensure!(url.starts_with("https://"), "`{url}` must begin with https://, because TLS_CERT_FILE is set");
        endpoint.tls_config(tls.client()).context("TLS_CERT_FILE, TLS_KEY_FILE or TLS_CA_FILE cannot be used")
    }
}

/// Adds the trace context to every call.
pub fn traced(transport: Transport) -> Channel {
    InterceptedService::new(transport, Propagate)
}

/// Writes the trace context of the current span into the request metadata.
#[derive(Debug, Clone, Copy)]
pub struct Propagate;

impl Interceptor for Propagate {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let context = tracing::Span::current().context();
        opentelemetry::global::get_text_map_propagator(|propagator| {
            propagator.inject_context(&context, &mut Metadata(request.metadata_mut()));
        });
        Ok(request)
    }
}

/// Adapts request metadata to OpenTelemetry's propagators.
struct Metadata<'a>(&'a mut MetadataMap);

impl Injector for Metadata<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(key), Ok(value)) = (key.parse::<MetadataKey<Ascii>>(), value.parse()) {
            self.0.insert(key, value);
        }
    }
}

/// On whose behalf a call is made: the user's token, language and origin.
#[derive(Clone, Default)]
pub struct CallContext {
    pub language: Language,
    /// The access token as received; the called service verifies it again.
    pub token: Option<Arc<str>>,
    pub origin: ClientInfo,
}

impl CallContext {
    /// Copies the context of an incoming call, to pass it on to the next service.
    pub fn from_request<T>(request: &Request<T>) -> Self {
        let token = request.metadata().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        Self {
            language: Language::from_metadata(request.metadata()),
            token: token.and_then(|value| value.strip_prefix("Bearer ")).map(Arc::from),
            origin: ClientInfo::from_request(request),
        }
    }

    /// Returns a request with the token, the language, the origin and a deadline. Nothing is signed: the token
    /// is the one that the caller sent.
    pub fn sign<T>(&self, message: T) -> Request<T> {
        let mut request = self.streaming_request(message);
        request.set_timeout(DEADLINE);
        request
    }

    /// Like [`sign`](Self::sign), without a deadline: for streams that stay open until the client closes them.
    pub fn streaming_request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.metadata_mut().insert(LANGUAGE, MetadataValue::from_static(self.language.code()));
        if let Some(token) = &self.token
            && let Ok(value) = format!("Bearer {token}").parse()
        {
            request.metadata_mut().insert(AUTHORIZATION, value);
        }
        self.origin.write(request.metadata_mut());
        request
    }
}

/// Repeats an idempotent call whose connection failed, at most twice and with jitter. This hides the restart of a
/// service without making an outage worse.
pub async fn retry<T, F: Future<Output = Result<T, Status>>>(mut call: impl FnMut() -> F) -> Result<T, Status> {
    for max_pause_ms in [20_u64, 100] {
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

/// The status `UNAVAILABLE` has details if one of our services sent it, and none if the connection failed.
fn is_connection_failure(status: &Status) -> bool {
    status.details().is_empty()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn only_connection_failures_are_retried_and_at_most_twice() {
        for (status, expected) in [
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
            assert_eq!(calls.load(Ordering::Relaxed), expected);
        }
    }
}
