//! One browser that agreed. Its address comes from whoever is signed in and is posted to from inside of the shop's network, so
//! only the known push services are addresses at all.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{PublicKey, elliptic_curve::sec1::ToEncodedPoint as _};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

const LONGEST_ENDPOINT: usize = 1_000;

/// It has no `Debug`: whoever knows it all can push to this browser.
#[derive(Clone)]
pub struct Subscription {
    pub endpoint: Url,
    pub public_key: PublicKey,
    pub auth: [u8; 16],
}

/// As the browser says it.
#[derive(Serialize, Deserialize)]
struct Spelled {
    endpoint: String,
    p256dh: String,
    auth: String,
}

/// The push services that may be posted to: themselves and all below them.
#[derive(Debug, Clone)]
pub struct Hosts {
    pub names: Vec<String>,
    /// In local mode also this machine, where tests have push services of their own.
    pub this_machine_too: bool,
}

impl Hosts {
    pub fn allow(&self, endpoint: &Url) -> bool {
        let is_plain = endpoint.username().is_empty() && endpoint.password().is_none() && endpoint.fragment().is_none();
        if !is_plain || endpoint.as_str().len() > LONGEST_ENDPOINT {
            return false;
        }
        match endpoint.host() {
            Some(Host::Domain(host)) => {
                let is_known = |name: &String| {
                    host.strip_suffix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                };
                endpoint.scheme() == "https" && endpoint.port().is_none() && self.names.iter().any(is_known)
            }
            Some(Host::Ipv4(address)) => self.this_machine_too && address.is_loopback(),
            _ => false,
        }
    }
}

/// The fields, as browsers call them.
const ENDPOINT: &str = "endpoint";
const P256DH: &str = "p256dh";
const AUTH: &str = "auth";

impl Subscription {
    /// What complains names the field.
    pub fn parse(endpoint: &str, p256dh: &str, auth: &str, hosts: &Hosts) -> Result<Self, &'static str> {
        let endpoint = Url::parse(endpoint).ok().filter(|url| hosts.allow(url)).ok_or(ENDPOINT)?;
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let public_key = bytes(p256dh).and_then(|key| PublicKey::from_sec1_bytes(&key).ok()).ok_or(P256DH)?;
        let auth = bytes(auth).and_then(|auth| auth.try_into().ok()).ok_or(AUTH)?;
        Ok(Self { endpoint, public_key, auth })
    }

    /// To be sealed.
    pub fn spell(&self) -> anyhow::Result<Vec<u8>> {
        let spelled = Spelled {
            endpoint: self.endpoint.to_string(),
            p256dh: URL_SAFE_NO_PAD.encode(self.public_key.to_encoded_point(false).as_bytes()),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
        };
        Ok(serde_json::to_vec(&spelled)?)
    }

    /// Asked again whether it may be posted to: the list may have become shorter.
    pub fn read(spelled: &[u8], hosts: &Hosts) -> anyhow::Result<Self> {
        let Spelled { endpoint, p256dh, auth } = serde_json::from_slice(spelled)?;
        Self::parse(&endpoint, &p256dh, &auth, hosts).ok().context("a subscription cannot be read")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_push_service_is_ever_posted_to() {
        let names = ["fcm.googleapis.com", "push.services.mozilla.com"].map(str::to_owned).to_vec();
        let hosts = Hosts { names, this_machine_too: false };
        let allows = |hosts: &Hosts, endpoint: &str| Url::parse(endpoint).is_ok_and(|url| hosts.allow(&url));
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
        let local = Hosts { this_machine_too: true, ..hosts };
        assert!(allows(&local, "http://127.0.0.1:9999/push/1") && !allows(&local, "http://10.0.0.1/push/1"));
    }
}
