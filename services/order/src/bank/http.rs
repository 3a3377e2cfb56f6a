//! The HTTP client for banks. Answers are JSON, with limits of size and time. Errors contain nothing of the request.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use kit::telemetry::http_client;
use serde_json::Value;
use tracing::Instrument as _;

use super::BankError;

/// Maximum size of a bank's response in bytes.
const MAX_ANSWER_LENGTH: usize = 256 * 1024;
/// Timeout of a bank call, for which the shopper waits.
pub const TIMEOUT: Duration = Duration::from_secs(8);

/// An HTTP client for one bank.
#[derive(Clone)]
pub struct Http {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    timeout: Duration,
}

impl Http {
    pub fn new(timeout: Duration) -> Self {
        // Mozilla's root certificates are compiled in, so that containers need none.
        let connector = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Self { client: Client::builder(TokioExecutor::new()).build(connector), timeout }
    }

    /// Sends a request. Returns the HTTP status and the JSON answer, because banks report errors in either of them.
    pub async fn ask(&self, request: http::Result<Request<Full<Bytes>>>) -> Result<(StatusCode, Value), BankError> {
        let request = request.map_err(|_| BankError::Refused("unaskable".to_owned()))?;
        let span = http_client::span(request.method(), request.uri());
        http_client::record_path(&span, request.uri());
        let exchange = async {
            let response = self.client.request(request).await.map_err(|_| BankError::Silent("unreachable"))?;
            http_client::record_status(&span, response.status());
            read(response).await
        };
        let exchange = tokio::time::timeout(self.timeout, exchange).instrument(span.clone());
        let outcome = exchange.await.unwrap_or(Err(BankError::Silent("timeout")));
        match &outcome {
            Ok(_) => {}
            Err(BankError::Silent(reason)) => http_client::record_failure(&span, reason),
            Err(BankError::Refused(code)) => http_client::record_failure(&span, code),
        }
        outcome
    }
}

/// Reads the answer of a bank.
async fn read(response: Response<hyper::body::Incoming>) -> Result<(StatusCode, Value), BankError> {
    let status = response.status();
    if status.is_server_error() {
        return Err(BankError::Silent("server_error"));
    }
    let body = Limited::new(response.into_body(), MAX_ANSWER_LENGTH).collect().await;
    let body = body.map_err(|_| BankError::Silent("unreadable_answer"))?.to_bytes();
    match serde_json::from_slice(&body) {
        Ok(answer) => Ok((status, answer)),
        // This is the error page of a proxy, so the request did not reach the bank.
        Err(_) if status.is_client_error() => Err(BankError::Refused(format!("http_{}", status.as_str()))),
        Err(_) => Err(BankError::Silent("unreadable_answer")),
    }
}
