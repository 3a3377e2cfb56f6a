//! Pushes to browsers, by the push service that each browser names.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use http::{HeaderValue, Request, StatusCode, header};
use rand::rngs::OsRng;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::{
    carriers::{Carrier, Http, Outcome, Parcel},
    domain::Content,
    push::{Subscription, Vapid, encrypt},
};

/// What the log calls a browser that is no more; its subscription goes with it.
pub const GONE: &str = "gone";
const PATIENCE: Duration = Duration::from_secs(10);
/// A browser that stays shut for longer finds it in the shop.
const KEPT: TimeDelta = TimeDelta::days(1);

pub struct WebPush {
    vapid: Vapid,
    http: Http,
}

impl WebPush {
    pub fn new(vapid: Vapid, http: Http) -> Self {
        Self { vapid, http }
    }

    fn request(&self, parcel: &Parcel, subscription: &Subscription) -> anyhow::Result<Request<Vec<u8>>> {
        let Content::Push { title, text, link, language, hurries } = &parcel.content else {
            anyhow::bail!("this is no push")
        };
        let said = json!({ "title": title, "text": text, "link": link, "language": language });
        let body = encrypt(subscription, said.to_string().as_bytes(), &mut OsRng)?;
        let mut authorization = HeaderValue::from_str(&self.vapid.authorization(&subscription.endpoint, parcel.at))?;
        authorization.set_sensitive(true);
        let request = Request::post(subscription.endpoint.as_str())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", KEPT.num_seconds())
            .header("urgency", if *hurries { "high" } else { "normal" })
            .header("topic", topic(link));
        Ok(request.body(body)?)
    }
}

/// Of what is about the same page the newest is shown: 32 letters, and the push service learns nothing from them.
fn topic(link: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(link.as_bytes())[..24])
}

#[async_trait::async_trait]
impl Carrier for WebPush {
    fn name(&self) -> &'static str {
        "web_push"
    }

    async fn carry(&self, parcel: &Parcel) -> Outcome {
        let Some(subscription) = &parcel.browser else { return Outcome::refused(GONE) };
        let Ok(request) = self.request(parcel, subscription) else { return Outcome::refused("unwritable") };
        match self.http.send(request, PATIENCE).await {
            Ok(status) if status.is_success() => Outcome::Sent { id: None },
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => Outcome::refused(GONE),
            Ok(status) => Outcome::answered(status.as_str()),
            Err(outcome) => outcome,
        }
    }
}
