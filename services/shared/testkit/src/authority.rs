//! Certificates for tests, from an authority that exists only in this process.

use std::{path::Path, sync::LazyLock};

use ca::{Authority, Files};
use kit::{client::Connector, tls::Tls};

static AUTHORITY: LazyLock<Authority> = LazyLock::new(|| Authority::new().expect("keys can be made"));

pub fn tls(name: &str) -> Tls {
    issued_by(&AUTHORITY, name)
}

/// Servers must refuse this certificate.
pub fn foreign_tls(name: &str) -> Tls {
    issued_by(&Authority::new().expect("keys can be made"), name)
}

/// The result trusts only `AUTHORITY`.
fn issued_by(authority: &Authority, name: &str) -> Tls {
    let issued = authority.issue(name).expect("a certificate");
    Tls::new(&issued.certificate, &issued.key, &AUTHORITY.certificate)
}

pub fn connector(name: &str) -> Connector {
    Connector::new(Some(tls(name)))
}

pub fn certificate() -> &'static str {
    &AUTHORITY.certificate
}

/// Returns the flags of a program, and writes the files that they name.
pub fn flags(folder: &Path, name: &str) -> Vec<String> {
    let issued = AUTHORITY.issue(name).expect("a certificate");
    let Files { certificate, key, authority } = Files::of(folder, name);
    let files = [
        ("--tls-cert-file", certificate, issued.certificate),
        ("--tls-key-file", key, issued.key),
        ("--tls-ca-file", authority, AUTHORITY.certificate.clone()),
    ];
    files
        .into_iter()
        .flat_map(|(flag, path, text)| {
            std::fs::write(&path, text).expect("a file");
            [flag.to_owned(), path.to_str().expect("a path").to_owned()]
        })
        .collect()
}
