//! Posts pushes to the browsers' push services.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use http::{HeaderValue, Request, StatusCode, header};
use rand::rngs::OsRng;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::{
    carriers::{Carrier, Http, Outcome, OutgoingMessage},
    domain::Content,
    push::{Subscription, Vapid, encrypt},
};

/// The subscription no longer exists. The caller deletes it.
pub const GONE: &str = "gone";
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a push waits for an offline browser.
const TTL: TimeDelta = TimeDelta::days(1);

pub struct WebPush {
    vapid: Vapid,
    http: Http,
}

impl WebPush {
    pub fn new(vapid: Vapid, http: Http) -> Self {
        Self { vapid, http }
    }

    fn request(&self, outgoing: &OutgoingMessage, subscription: &Subscription) -> anyhow::Result<Request<Vec<u8>>> {
        let Content::Push { title, text, link, language, is_urgent } = &outgoing.content else {
            anyhow::bail!("not a push")
        };
        let payload = json!({ "title": title, "text": text, "link": link, "language": language });
        let body = encrypt(subscription, payload.to_string().as_bytes(), &mut OsRng)?;
        let mut authorization = HeaderValue::from_str(&self.vapid.authorization(&subscription.endpoint, outgoing.at))?;
        authorization.set_sensitive(true);
        let request = Request::post(subscription.endpoint.as_str())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", TTL.num_seconds())
            .header("urgency", if *is_urgent { "high" } else { "normal" })
            .header("topic", topic(link));
        Ok(request.body(body)?)
    }
}

/// A push replaces a waiting one with the same topic. Hashed, so that the push service does not learn the page.
fn topic(link: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(link.as_bytes())[..24])
}

#[async_trait::async_trait]
impl Carrier for WebPush {
    fn name(&self) -> &'static str {
        "web_push"
    }

    async fn send(&self, outgoing: &OutgoingMessage) -> Outcome {
        let Some(subscription) = &outgoing.push_subscription else { return Outcome::refused(GONE) };
        let Ok(request) = self.request(outgoing, subscription) else { return Outcome::refused("unwritable") };
        match self.http.send(request, TIMEOUT).await {
            Ok(status) if status.is_success() => Outcome::Sent { id: None },
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => Outcome::refused(GONE),
            Ok(status) => Outcome::failed_with_code(status.as_str()),
            Err(outcome) => outcome,
        }
    }
}
