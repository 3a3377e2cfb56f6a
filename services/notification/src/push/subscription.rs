//! A browser's push subscription: the URL to which its pushes are posted (endpoint), and the keys that encrypt them.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{PublicKey, elliptic_curve::sec1::ToEncodedPoint as _};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// In bytes.
const MAX_ENDPOINT: usize = 1_000;

/// No `Debug`, because of the keys.
#[derive(Clone)]
pub struct Subscription {
    pub endpoint: Url,
    /// `p256dh`
    pub public_key: PublicKey,
    pub auth: [u8; 16],
}

/// The field names of the browser's API.
#[derive(Serialize, Deserialize)]
struct SubscriptionJson {
    endpoint: String,
    p256dh: String,
    auth: String,
}

/// The push services that may be called. Endpoints are user input; the list prevents calls of internal servers
/// (server-side request forgery).
#[derive(Debug, Clone)]
pub struct PushHosts {
    /// Includes subdomains.
    pub names: Vec<String>,
    /// In local mode, tests run their own push service on `127.0.0.1`.
    pub allow_loopback: bool,
}

impl PushHosts {
    pub fn is_allowed(&self, endpoint: &Url) -> bool {
        let is_plain = endpoint.username().is_empty() && endpoint.password().is_none() && endpoint.fragment().is_none();
        if !is_plain || endpoint.as_str().len() > MAX_ENDPOINT {
            return false;
        }
        match endpoint.host() {
            Some(Host::Domain(host)) => {
                let is_known = self.names.iter().any(|name| is_at_or_below(host, name));
                endpoint.scheme() == "https" && endpoint.port().is_none() && is_known
            }
            Some(Host::Ipv4(address)) => self.allow_loopback && address.is_loopback(),
            _ => false,
        }
    }
}

fn is_at_or_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|subdomain| subdomain.is_empty() || subdomain.ends_with('.'))
}

const ENDPOINT: &str = "endpoint";
const P256DH: &str = "p256dh";
const AUTH: &str = "auth";

impl Subscription {
    /// The error is the name of the invalid field.
    pub fn parse(endpoint: &str, p256dh: &str, auth: &str, hosts: &PushHosts) -> Result<Self, &'static str> {
        let endpoint = Url::parse(endpoint).ok().filter(|url| hosts.is_allowed(url)).ok_or(ENDPOINT)?;
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let public_key = bytes(p256dh).and_then(|key| PublicKey::from_sec1_bytes(&key).ok()).ok_or(P256DH)?;
        let auth = bytes(auth).and_then(|auth| auth.try_into().ok()).ok_or(AUTH)?;
        Ok(Self { endpoint, public_key, auth })
    }

    pub fn to_json(&self) -> anyhow::Result<Vec<u8>> {
        let json = SubscriptionJson {
            endpoint: self.endpoint.to_string(),
            p256dh: URL_SAFE_NO_PAD.encode(self.public_key.to_encoded_point(false).as_bytes()),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
        };
        Ok(serde_json::to_vec(&json)?)
    }

    /// Checks the endpoint again, because the list may have changed.
    pub fn from_json(json: &[u8], hosts: &PushHosts) -> anyhow::Result<Self> {
        let SubscriptionJson { endpoint, p256dh, auth } = serde_json::from_slice(json)?;
        Self::parse(&endpoint, &p256dh, &auth, hosts).ok().context("the stored subscription is invalid")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_endpoints_of_known_push_services_are_allowed() {
        let names = ["fcm.googleapis.com", "push.services.mozilla.com"].map(str::to_owned).to_vec();
        let hosts = PushHosts { names, allow_loopback: false };
        let allows = |hosts: &PushHosts, endpoint: &str| Url::parse(endpoint).is_ok_and(|url| hosts.is_allowed(&url));
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://fcm.googleapis.com:443/fcm/send/abc",
        ] {
            assert!(allows(&hosts, good), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/a",
            "https://fcm.googleapis.com:8443/a",
            "https://user:pass@fcm.googleapis.com/a",
            "https://evilfcm.googleapis.com.evil.az/a",
            "https://evilfcm.googleapis.com/a",
            "https://127.0.0.1/a",
            "https://10.0.0.1/a",
            "https://169.254.169.254/latest/meta-data",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://[::ffff:10.0.0.1]/a",
            "https://localhost/a",
            "https://postgres:5432/a",
            "file:///etc/passwd",
            "gopher://fcm.googleapis.com/a",
        ] {
            assert!(!allows(&hosts, bad), "{bad}");
        }
        let local = PushHosts { allow_loopback: true, ..hosts };
        assert!(allows(&local, "http://127.0.0.1:9999/push/1") && !allows(&local, "http://10.0.0.1/push/1"));
    }
}
