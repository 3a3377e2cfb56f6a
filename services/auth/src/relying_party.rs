//! Passkeys (WebAuthn) belong to the host name of a site, the relying party.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{Error, Result, security};
use p256::elliptic_curve::sec1::ToEncodedPoint as _;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;
use url::{Host, Url};
use webauthn_rs::prelude::{
    AuthenticationResult, DiscoverableAuthentication, Passkey, PasskeyAuthentication, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder,
};

const TIMEOUT: Duration = Duration::from_mins(5);
/// In bytes. Known authenticators need less than 2 KiB.
const MAX_CREDENTIAL_LENGTH: usize = 16_384;

#[derive(Clone)]
pub struct RelyingParty(Arc<Webauthn>);

pub struct Holder<'a> {
    pub account: i64,
    pub login: &'a str,
    pub name: &'a str,
}

impl RelyingParty {
    /// The back office may have another origin below the shop's host.
    pub fn new(site: &str, admin_origin: Option<&str>) -> anyhow::Result<Self> {
        let mut site = Url::parse(site).context("PUBLIC_URL is no URL")?;
        let is_local = is_loopback(&site);
        if is_local {
            // Browsers accept no IP address as a host.
            site.set_host(Some("localhost")).context("PUBLIC_URL is no URL")?;
        }
        let host = site.domain().context("PUBLIC_URL has no host name: passkeys cannot belong to an IP address")?;
        let host = host.to_owned();
        let builder = WebauthnBuilder::new(&host, &site)?.rp_name("Sovqat").timeout(TIMEOUT);
        // The web app's development server has another port.
        let mut builder = builder.allow_any_port(is_local);
        if let Some(origin) = admin_origin {
            let origin = Url::parse(origin).context("ADMIN_ORIGIN is no URL")?;
            let is_below = origin.domain().is_some_and(|name| name == host || name.ends_with(&format!(".{host}")));
            anyhow::ensure!(is_below, "ADMIN_ORIGIN must be at {host} or below it: browsers use no passkeys elsewhere");
            builder = builder.append_allowed_origin(&origin);
        }
        Ok(Self(Arc::new(builder.build()?)))
    }

    /// Returns the browser's options, and the state for checking its response. Authenticators of `existing` passkeys
    /// refuse to create another.
    pub fn begin_registration(
        &self,
        holder: &Holder<'_>,
        existing: &[Passkey],
    ) -> Result<(String, PasskeyRegistration)> {
        let excluded = existing.iter().map(|passkey| passkey.cred_id().clone()).collect();
        let started =
            self.0.start_passkey_registration(user_handle(holder.account), holder.login, holder.name, Some(excluded));
        let (options, state) = started.map_err(Error::internal)?;
        let mut options = serde_json::to_value(options).map_err(Error::internal)?;
        // Signing in then needs no login.
        let selection = &mut options["publicKey"]["authenticatorSelection"];
        selection["residentKey"] = "required".into();
        selection["requireResidentKey"] = true.into();
        Ok((options.to_string(), state))
    }

    pub fn finish_registration(&self, credential: &str, state: &PasskeyRegistration) -> Result<Passkey> {
        let credential: RegisterPublicKeyCredential = parse(credential)?;
        self.0.finish_passkey_registration(&credential, state).map_err(|error| refuse(&error))
    }

    pub fn begin_authentication(&self, passkeys: &[Passkey]) -> Result<(String, PasskeyAuthentication)> {
        let (options, state) = self.0.start_passkey_authentication(passkeys).map_err(Error::internal)?;
        Ok((to_json(&options)?, state))
    }

    pub fn finish_authentication(
        &self,
        account: i64,
        credential: &str,
        state: &PasskeyAuthentication,
    ) -> Result<AuthenticationResult> {
        let credential: PublicKeyCredential = parse(credential)?;
        check_holder(&credential, account)?;
        self.0.finish_passkey_authentication(&credential, state).map_err(|error| refuse(&error))
    }

    /// Asks for a passkey of any account.
    pub fn begin_sign_in(&self) -> Result<(String, DiscoverableAuthentication)> {
        let (mut options, state) = self.0.start_discoverable_authentication().map_err(Error::internal)?;
        // The page has a button and does not offer passkeys in an input field.
        options.mediation = None;
        Ok((to_json(&options)?, state))
    }

    pub fn finish_sign_in(
        &self,
        credential: &SignInCredential,
        state: DiscoverableAuthentication,
        account: i64,
        passkey: &Passkey,
    ) -> Result<AuthenticationResult> {
        check_holder(&credential.0, account)?;
        self.0.finish_discoverable_authentication_v2(&credential.0, state, passkey).map_err(|error| refuse(&error))
    }
}

pub struct SignInCredential(PublicKeyCredential);

impl SignInCredential {
    pub fn parse(credential: &str) -> Result<Self> {
        parse(credential).map(Self)
    }

    pub fn id(&self) -> &[u8] {
        self.0.get_credential_id()
    }
}

/// `public_key` is an uncompressed point on P-256 (SEC 1).
pub fn passkey_of_key(id: &[u8], public_key: &[u8]) -> anyhow::Result<Passkey> {
    let point = p256::PublicKey::from_sec1_bytes(public_key).context("a public key is no point on P-256")?;
    let point = point.to_encoded_point(false);
    let (x, y) = point.x().zip(point.y()).context("a public key is no point on P-256")?;
    let key =
        json!({ "EC_EC2": { "curve": "SECP256R1", "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y) } });
    let credential = json!({
        "cred_id": URL_SAFE_NO_PAD.encode(id),
        "cred": { "type_": "ES256", "key": key },
        "counter": 0,
        "transports": null,
        "user_verified": true,
        "backup_eligible": false,
        "backup_state": false,
        "registration_policy": "required",
        "extensions": {},
        "attestation": { "data": "None", "metadata": "None" },
        "attestation_format": "none",
    });
    Ok(serde_json::from_value(json!({ "cred": credential }))?)
}

/// Refuses a passkey that names another account. Authenticators may omit the account.
fn check_holder(credential: &PublicKeyCredential, account: i64) -> Result<()> {
    match credential.get_user_unique_id() {
        Some(handle) if handle != user_handle(account).as_bytes() => Err(refuse(&"stored for another account")),
        _ => Ok(()),
    }
}

fn user_handle(account: i64) -> Uuid {
    Uuid::from_u128(account.unsigned_abs().into())
}

fn is_loopback(site: &Url) -> bool {
    match site.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(Error::internal)
}

fn parse<T: DeserializeOwned>(credential: &str) -> Result<T> {
    let is_readable = credential.len() <= MAX_CREDENTIAL_LENGTH;
    let parsed = is_readable.then(|| serde_json::from_str(credential).ok()).flatten();
    parsed.ok_or_else(|| Error::invalid("passkey", "invalid"))
}

/// The same error for all causes, so that the response does not reveal the cause.
pub fn refuse(cause: &impl std::fmt::Debug) -> Error {
    security::refused("passkey");
    tracing::debug!(?cause, "Passkey refused");
    Error::conflict("passkey_refused")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(site: &str, admin_origin: Option<&str>) -> Vec<String> {
        let party = RelyingParty::new(site, admin_origin).unwrap();
        party.0.get_allowed_origins().iter().map(|origin| origin.origin().ascii_serialization()).collect()
    }

    #[test]
    fn passkeys_are_accepted_at_the_shop_and_at_the_origin_of_the_back_office() {
        assert_eq!(origins("https://sovqat.az", None), ["https://sovqat.az"]);
        let admin = Some("https://idare.sovqat.az");
        assert_eq!(origins("https://sovqat.az", admin), ["https://sovqat.az", "https://idare.sovqat.az"]);
        assert_eq!(origins("http://127.0.0.1:8080", None), ["http://localhost:8080"]);
        for (site, admin) in [
            ("https://192.0.2.1", None),
            ("https://sovqat.az", Some("https://notsovqat.az")),
            ("https://sovqat.az", Some("https://example.com")),
            ("sovqat", None),
        ] {
            assert!(RelyingParty::new(site, admin).is_err(), "{site} {admin:?}");
        }
    }
}
