//! IndexNow informs Bing, Yandex, Seznam and Naver of changed pages.

use std::time::Duration;

use anyhow::Context as _;
use bytes::Bytes;
use chrono::TimeDelta;
use http::{Request, header};
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde::Serialize;
use url::Url;

use crate::domain::indexnow_key::IndexNowKey;

const TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub struct IndexNow {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    url: String,
    /// Such as `sovqat.az`.
    host: String,
    key: IndexNowKey,
    /// Such as `https://sovqat.az`.
    pub site: String,
}

pub struct SubmitResponse {
    pub status: u16,
    /// From the header `Retry-After`.
    pub retry_after: Option<TimeDelta>,
}

/// The body of a request, as the protocol defines it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Submission<'a> {
    host: &'a str,
    key: &'a str,
    key_location: &'a str,
    url_list: &'a [String],
}

impl IndexNow {
    /// `url` is that of IndexNow, and `public_url` the shop's.
    pub fn new(url: &str, public_url: &str, key: IndexNowKey) -> anyhow::Result<Self> {
        let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
        Url::parse(url).ok().filter(is_web).context("INDEXNOW_URL is not an http(s) URL")?;
        let site = Url::parse(public_url).ok().filter(|url| is_web(url) && url.path() == "/");
        let site = site.context("INDEXNOW_KEY is set, so PUBLIC_URL must be the shop's root, as https://sovqat.az")?;
        // Compiled-in root certificates, because the container has none.
        let connector = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Ok(Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
            url: url.to_owned(),
            host: site.host_str().unwrap_or_default().to_owned(),
            key,
            site: public_url.trim_end_matches('/').to_owned(),
        })
    }

    pub async fn submit(&self, urls: &[String]) -> anyhow::Result<SubmitResponse> {
        let key = self.key.as_str();
        let key_location = format!("{}/{key}.txt", self.site);
        let submission = Submission { host: &self.host, key, key_location: &key_location, url_list: urls };
        let request = Request::post(&self.url)
            .header(header::CONTENT_TYPE, "application/json; charset=utf-8")
            .body(Full::from(serde_json::to_vec(&submission)?))?;

        let response =
            tokio::time::timeout(TIMEOUT, self.client.request(request)).await.context("no response in time")?;
        let response = response.context("it could not be reached")?;

        // IndexNow sends seconds, although HTTP also allows a date.
        let seconds =
            response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
        let retry_after = seconds.map(|seconds: u32| TimeDelta::seconds(seconds.into()));
        Ok(SubmitResponse { status: response.status().as_u16(), retry_after })
    }
}
