//! Checks the settings of Valkey.

use std::path::Path;

use anyhow::{Context as _, ensure};
use kit::config::Mode;
use redis::{Client, TlsCertificates};
use url::Url;

use super::Valkey;
use crate::config::ValkeyConfig;

impl Valkey {
    /// Returns `None` if no URL is set. No error contains the URL, which may have a password.
    pub fn new(config: &ValkeyConfig, mode: Mode) -> anyhow::Result<Option<Self>> {
        let Some(url) = config.valkey_url.as_deref().map(str::trim).filter(|url| !url.is_empty()) else {
            return Ok(None);
        };
        let url: Url = url.parse().ok().context("VALKEY_URL is not a URL such as rediss://valkey:6379")?;
        let uses_tls = match url.scheme() {
            "rediss" | "valkeys" => true,
            "redis" | "valkey" => false,
            _ => anyhow::bail!("VALKEY_URL must begin with rediss://, or with redis:// for a server on this machine"),
        };
        ensure!(
            uses_tls || mode == Mode::Local || is_loopback(&url),
            "VALKEY_URL must begin with rediss:// in production, so that nobody can read or change what is counted"
        );
        // `#insecure` would turn off the check of the certificate.
        ensure!(url.fragment().is_none(), "VALKEY_URL must not have a fragment (`#…`)");
        ensure!(!config.valkey_timeout.is_zero(), "VALKEY_TIMEOUT must be positive");
        // Fails without effect if a provider is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let authority = config.valkey_ca_file.as_deref().filter(|path| uses_tls && !path.as_os_str().is_empty());
        let client = match authority {
            Some(path) => {
                let certificates = TlsCertificates { client_tls: None, root_cert: Some(read_certificate(path)?) };
                Client::build_with_tls(url, certificates)
            }
            None => Client::open(url),
        };
        // The crate's error may repeat a part of the URL.
        let client = client.ok().context("VALKEY_URL or VALKEY_CA_FILE cannot be used")?;
        Ok(Some(Self::with_client(client, config.valkey_timeout)))
    }
}

fn read_certificate(path: &Path) -> anyhow::Result<Vec<u8>> {
    let pem = std::fs::read(path).with_context(|| format!("VALKEY_CA_FILE: {} cannot be read", path.display()))?;
    let is_certificate = String::from_utf8_lossy(&pem).contains("BEGIN CERTIFICATE");
    ensure!(is_certificate, "VALKEY_CA_FILE: {} contains no certificate", path.display());
    Ok(pem)
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}
