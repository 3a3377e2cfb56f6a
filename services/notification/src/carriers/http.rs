//! The HTTP client of the carriers. Failures are codes such as `timeout`, never parts of the request, which may contain
//! passwords.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use kit::telemetry::http_client;
use tracing::Instrument as _;

use crate::carriers::Outcome;

const MAX_RESPONSE_BYTES: usize = 64 * 1024;

#[derive(Clone)]
pub struct Http(Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl Http {
    pub fn new() -> Self {
        // Compiled-in root certificates, because the container has none.
        let connector = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Self(Client::builder(TokioExecutor::new()).build(connector))
    }

    pub async fn get(&self, url: &str, timeout: Duration) -> Result<String, Outcome> {
        self.fetch(Request::get(url).body(Full::default()), timeout).await
    }

    pub async fn post(
        &self,
        url: &str,
        content_type: &str,
        body: String,
        timeout: Duration,
    ) -> Result<String, Outcome> {
        let request = Request::post(url).header(header::CONTENT_TYPE, content_type).body(Full::from(body));
        self.fetch(request, timeout).await
    }

    /// Returns only the status, because web push needs no body.
    pub async fn send(&self, request: Request<Vec<u8>>, timeout: Duration) -> Result<StatusCode, Outcome> {
        let request = request.map(|body| Full::from(Bytes::from(body)));
        let span = http_client::span(request.method(), request.uri());
        let exchange = tokio::time::timeout(timeout, self.0.request(request)).instrument(span.clone());
        let outcome = match exchange.await {
            Ok(Ok(response)) => Ok(response.status()),
            Ok(Err(_)) => Err(Outcome::failed("unreachable")),
            Err(_) => Err(Outcome::failed("timeout")),
        };
        match &outcome {
            Ok(status) => http_client::record_status(&span, *status),
            Err(failed) => http_client::record_failure(&span, failed.code()),
        }
        outcome
    }

    async fn fetch(&self, request: http::Result<Request<Full<Bytes>>>, timeout: Duration) -> Result<String, Outcome> {
        let request = request.map_err(|_| Outcome::failed("invalid_request"))?;
        let span = http_client::span(request.method(), request.uri());
        let exchange = async {
            let response = self.0.request(request).await.map_err(|_| Outcome::failed("unreachable"))?;
            let status = response.status();
            http_client::record_status(&span, status);
            let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES).collect().await;
            let body = body.map_err(|_| Outcome::failed("unreadable_answer"))?.to_bytes();
            if !status.is_success() {
                return Err(Outcome::failed_with_code(status.as_str()));
            }
            String::from_utf8(body.into()).map_err(|_| Outcome::failed("unreadable_answer"))
        };
        let exchange = tokio::time::timeout(timeout, exchange).instrument(span.clone());
        let outcome = exchange.await.unwrap_or_else(|_| Err(Outcome::failed("timeout")));
        if let Err(failed) = &outcome {
            http_client::record_failure(&span, failed.code());
        }
        outcome
    }
}
