//! Mutual TLS between the shop's programs. The URI in a certificate, such as `spiffe://sovqat/gateway`, names the
//! program.

use std::{path::Path, time::Duration};

use anyhow::Context as _;
use proto::{common::Workload, json::from_name};
use tonic::transport::{Certificate, CertificateDer, ClientTlsConfig, Identity, ServerTlsConfig};
use webpki::EndEntityCert;

use crate::config::{ProcessConfig, TlsConfig};

const TRUST_DOMAIN: &str = "spiffe://sovqat/";
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Tls {
    identity: Identity,
    authority: Certificate,
}

impl Tls {
    /// All three are in PEM form.
    pub fn new(certificate: &str, key: &str, authority: &str) -> Self {
        Self { identity: Identity::from_pem(certificate, key), authority: Certificate::from_pem(authority) }
    }

    /// `None` without files, which only local mode allows.
    pub fn read(config: &ProcessConfig) -> anyhow::Result<Option<Self>> {
        let TlsConfig { tls_cert_file, tls_key_file, tls_ca_file } = &config.tls;
        let given = [tls_cert_file, tls_key_file, tls_ca_file]
            .map(|path| path.as_ref().filter(|path| !path.as_os_str().is_empty()));
        match given {
            [Some(certificate), Some(key), Some(authority)] => {
                Ok(Some(Self::new(&read(certificate)?, &read(key)?, &read(authority)?)))
            }
            [None, None, None] if config.is_local() => Ok(None),
            _ => anyhow::bail!(
                "TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE are needed together; only local mode works without them"
            ),
        }
    }

    pub(crate) fn server(&self) -> ServerTlsConfig {
        ServerTlsConfig::new()
            .identity(self.identity.clone())
            .client_ca_root(self.authority.clone())
            .timeout(HANDSHAKE_TIMEOUT)
    }

    pub(crate) fn client(&self) -> ClientTlsConfig {
        ClientTlsConfig::new().identity(self.identity.clone()).ca_certificate(self.authority.clone())
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

pub(crate) fn workload(certificate: &CertificateDer<'_>) -> Option<Workload> {
    let certificate = EndEntityCert::try_from(certificate).ok()?;
    let name = certificate.valid_uri_names().find_map(|uri| uri.strip_prefix(TRUST_DOMAIN))?;
    from_name::<Workload>(name).filter(|workload| *workload != Workload::Unspecified)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Settings {
        #[command(flatten)]
        process: ProcessConfig,
    }

    #[test]
    fn production_requires_a_certificate_and_local_mode_allows_none() {
        let folder = tempfile::tempdir().unwrap();
        ca::write(folder.path(), &["auth"]).unwrap();
        let files = ca::Files::of(folder.path(), "auth");
        let [certificate, key, authority] =
            [&files.certificate, &files.key, &files.authority].map(|path| path.to_str().unwrap());
        let flags_of_all_files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-file", authority];
        let has_certificate = |mode: &str, flags: &[&str]| {
            let config = Settings::parse_from(["test", "--mode", mode].iter().chain(flags)).process;
            Tls::read(&config).map(|tls| tls.is_some()).map_err(|error| error.to_string())
        };
        for mode in ["local", "production"] {
            assert_eq!(has_certificate(mode, &flags_of_all_files), Ok(true));
            assert!(has_certificate(mode, &flags_of_all_files[..4]).unwrap_err().contains("needed together"));
        }
        assert_eq!(has_certificate("local", &[]), Ok(false));
        assert!(has_certificate("production", &[]).unwrap_err().contains("needed together"));
        assert!(
            has_certificate("local", &["--tls-cert-file=", "--tls-key-file=", "--tls-ca-file="])
                .is_ok_and(|is_present| !is_present)
        );
    }
}
