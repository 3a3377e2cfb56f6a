//! The client of banks. Its errors contain nothing of the request.

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

/// In bytes.
const MAX_ANSWER_LENGTH: usize = 256 * 1024;
pub const TIMEOUT: Duration = Duration::from_secs(8);

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

    /// Banks report errors in the HTTP status or in the answer.
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

async fn read(response: Response<hyper::body::Incoming>) -> Result<(StatusCode, Value), BankError> {
    let status = response.status();
    if status.is_server_error() {
        return Err(BankError::Silent("server_error"));
    }
    let body = Limited::new(response.into_body(), MAX_ANSWER_LENGTH).collect().await;
    let body = body.map_err(|_| BankError::Silent("unreadable_answer"))?.to_bytes();
    match serde_json::from_slice(&body) {
        Ok(answer) => Ok((status, answer)),
        // A proxy's error page: the request did not reach the bank.
        Err(_) if status.is_client_error() => Err(BankError::Refused(format!("http_{}", status.as_str()))),
        Err(_) => Err(BankError::Silent("unreadable_answer")),
    }
}
