//! HTTP client for carriers. Limits the length and time of responses. Errors contain nothing of the request, because
//! URLs and bodies contain passwords.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};

use crate::carriers::Outcome;

const MAX_RESPONSE_BYTES: usize = 64 * 1024;

#[derive(Clone)]
pub struct Http(Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl Http {
    pub fn new() -> Self {
        // Mozilla's root certificates are compiled in, so the container needs none.
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

    /// Sends a request, and returns the status of the response without reading its body. For web push.
    pub async fn send(&self, request: Request<Vec<u8>>, timeout: Duration) -> Result<StatusCode, Outcome> {
        let request = request.map(|body| Full::from(Bytes::from(body)));
        match tokio::time::timeout(timeout, self.0.request(request)).await {
            Ok(Ok(response)) => Ok(response.status()),
            Ok(Err(_)) => Err(Outcome::failed("unreachable")),
            Err(_) => Err(Outcome::failed("timeout")),
        }
    }

    /// Sends a request, and returns the text of a successful response.
    async fn fetch(&self, request: http::Result<Request<Full<Bytes>>>, timeout: Duration) -> Result<String, Outcome> {
        let request = request.map_err(|_| Outcome::failed("invalid_request"))?;
        let exchange = async {
            let response = self.0.request(request).await.map_err(|_| Outcome::failed("unreachable"))?;
            let status = response.status();
            let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES).collect().await;
            let body = body.map_err(|_| Outcome::failed("unreadable_answer"))?.to_bytes();
            if !status.is_success() {
                return Err(Outcome::failed_with_code(status.as_str()));
            }
            String::from_utf8(body.into()).map_err(|_| Outcome::failed("unreadable_answer"))
        };
        tokio::time::timeout(timeout, exchange).await.unwrap_or_else(|_| Err(Outcome::failed("timeout")))
    }
}
