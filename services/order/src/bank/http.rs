//! HTTP client for banks: JSON answers of limited size within a timeout, and errors that contain nothing of the
//! request.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde_json::Value;

use super::BankError;

const MAX_ANSWER_LENGTH: usize = 256 * 1024;
/// Timeout of a bank call; the shopper waits for it.
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

    /// Returns the JSON answer with its status. Banks report errors in either, so the caller checks both.
    pub async fn ask(&self, request: http::Result<Request<Full<Bytes>>>) -> Result<(StatusCode, Value), BankError> {
        let request = request.map_err(|_| BankError::Refused("unaskable".to_owned()))?;
        let exchange = async {
            let response = self.client.request(request).await.map_err(|_| BankError::Silent("unreachable"))?;
            read(response).await
        };
        tokio::time::timeout(self.timeout, exchange).await.unwrap_or(Err(BankError::Silent("timeout")))
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
