//! HTTP as the SMS providers need it: a question, an answer of bounded length in bounded time, and no word of what was asked
//! when it fails, for addresses and bodies carry passwords.

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

const LONGEST_ANSWER: usize = 64 * 1024;

#[derive(Clone)]
pub struct Http(Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

impl Http {
    pub fn new() -> Self {
        // Mozilla's roots are part of the binary: a container needs no certificates of its own.
        let connector = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Self(Client::builder(TokioExecutor::new()).build(connector))
    }

    pub async fn get(&self, address: &str, patience: Duration) -> Result<String, Outcome> {
        self.ask(Request::get(address).body(Full::default()), patience).await
    }

    pub async fn post(
        &self,
        address: &str,
        content_type: &str,
        body: String,
        patience: Duration,
    ) -> Result<String, Outcome> {
        let request = Request::post(address).header(header::CONTENT_TYPE, content_type).body(Full::from(body));
        self.ask(request, patience).await
    }

    /// For services that answer by a status and nothing else worth reading.
    pub async fn send(&self, request: Request<Vec<u8>>, patience: Duration) -> Result<StatusCode, Outcome> {
        let request = request.map(|body| Full::from(Bytes::from(body)));
        match tokio::time::timeout(patience, self.0.request(request)).await {
            Ok(Ok(response)) => Ok(response.status()),
            Ok(Err(_)) => Err(Outcome::failed("unreachable")),
            Err(_) => Err(Outcome::failed("timeout")),
        }
    }

    /// The answer's text, whatever its words; an outcome when there is none worth reading.
    async fn ask(&self, request: http::Result<Request<Full<Bytes>>>, patience: Duration) -> Result<String, Outcome> {
        let request = request.map_err(|_| Outcome::failed("unaskable"))?;
        let exchange = async {
            let response = self.0.request(request).await.map_err(|_| Outcome::failed("unreachable"))?;
            let status = response.status();
            let body = Limited::new(response.into_body(), LONGEST_ANSWER).collect().await;
            let body = body.map_err(|_| Outcome::failed("unreadable_answer"))?.to_bytes();
            if !status.is_success() {
                return Err(Outcome::answered(status.as_str()));
            }
            String::from_utf8(body.into()).map_err(|_| Outcome::failed("unreadable_answer"))
        };
        tokio::time::timeout(patience, exchange).await.unwrap_or_else(|_| Err(Outcome::failed("timeout")))
    }
}
