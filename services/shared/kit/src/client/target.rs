//! The address of a service: a host that is looked up, or a literal IP address.

use std::net::SocketAddr;

use anyhow::Context as _;
use tokio::net::lookup_host;
use tonic::transport::Uri;

#[derive(Debug, Clone)]
pub struct Target {
    pub url: Uri,
    pub host: String,
    port: u16,
}

impl Target {
    pub fn parse(url: &str) -> anyhow::Result<Self> {
        let address = || format!("`{url}` is not an address");
        let parsed: Uri = url.parse().with_context(address)?;
        let host = parsed.host().with_context(address)?.to_owned();
        let default_port = match parsed.scheme_str() {
            Some("https") => 443,
            Some("http") => 80,
            _ => anyhow::bail!("`{url}` must begin with https:// or http://"),
        };
        Ok(Self { port: parsed.port_u16().unwrap_or(default_port), host, url: parsed })
    }

    pub fn tls_name(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// Returns `None` if the host is a name, which must be looked up.
    pub fn literal(&self) -> Option<SocketAddr> {
        let address = self.tls_name().parse().ok()?;
        Some(SocketAddr::new(address, self.port))
    }

    pub async fn lookup(&self) -> std::io::Result<Vec<SocketAddr>> {
        match self.literal() {
            Some(address) => Ok(vec![address]),
            None => Ok(lookup_host((self.host.as_str(), self.port)).await?.collect()),
        }
    }

    pub fn url_of(&self, address: SocketAddr) -> anyhow::Result<Uri> {
        Ok(format!("{}://{address}", self.url.scheme_str().unwrap_or("http")).parse()?)
    }
}
