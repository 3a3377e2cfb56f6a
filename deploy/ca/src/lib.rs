//! A certificate authority for local shops and tests. Each program proves its name with a certificate.
//!
//! The authority's key exists only in memory, so each start makes a new authority.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    SanType,
};

const AUTHORITY: &str = "authority.pem";

const OWNER_ONLY: u32 = 0o600;
const READABLE_BY_ALL: u32 = 0o644;

pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// In PEM.
    pub certificate: String,
}

/// The certificate and the key of one program, in PEM.
pub struct Issued {
    pub certificate: String,
    pub key: String,
}

impl Authority {
    pub fn new() -> anyhow::Result<Self> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        params.distinguished_name.push(DnType::CommonName, "Sovqat local authority");
        let certificate = params.self_signed(&key)?.pem();
        Ok(Self { issuer: Issuer::new(params, key), certificate })
    }

    /// The certificate is for servers on this machine and for clients. Its URI `spiffe://sovqat/<name>` names the
    /// program.
    pub fn issue(&self, name: &str) -> anyhow::Result<Issued> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(vec![name.to_owned(), "localhost".to_owned(), "127.0.0.1".to_owned()])?;
        params.distinguished_name.push(DnType::CommonName, name);
        params.subject_alt_names.push(SanType::URI(format!("spiffe://sovqat/{name}").try_into()?));
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        let certificate = params.signed_by(&key, &self.issuer)?.pem();
        Ok(Issued { certificate, key: key.serialize_pem() })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    pub certificate: PathBuf,
    pub key: PathBuf,
    pub authority: PathBuf,
}

impl Files {
    /// Returns the paths that `write` gives to the files of the program `name`.
    pub fn of(folder: &Path, name: &str) -> Self {
        let file = |extension: &str| folder.join(format!("{name}{extension}"));
        Self { certificate: file(".pem"), key: file(".key"), authority: folder.join(AUTHORITY) }
    }
}

/// Writes the certificates of a new authority and of all named programs. Only the owner of the files can read the keys.
pub fn write(folder: &Path, names: &[&str]) -> anyhow::Result<Authority> {
    let authority = Authority::new()?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for name in names {
        let (files, issued) = (Files::of(folder, name), authority.issue(name)?);
        write_file(&files.key, &issued.key, OWNER_ONLY)?;
        write_file(&files.certificate, &issued.certificate, READABLE_BY_ALL)?;
    }
    write_file(&folder.join(AUTHORITY), &authority.certificate, READABLE_BY_ALL)?;
    Ok(authority)
}

/// Deletes an earlier file, because a new text would keep its permissions.
fn write_file(path: &Path, text: &str, mode: u32) -> anyhow::Result<()> {
    let write = || {
        if path.exists() {
            fs::remove_file(path)?;
        }
        OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?.write_all(text.as_bytes())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn each_program_has_its_own_key_that_only_the_owner_can_read() {
        let folder = tempfile::tempdir().unwrap();
        let (auth, order) = (Files::of(folder.path(), "auth"), Files::of(folder.path(), "order"));
        fs::write(&auth.key, "readable by all").unwrap();
        write(folder.path(), &["auth", "order"]).unwrap();
        for key in [&auth.key, &order.key] {
            assert_eq!(fs::metadata(key).unwrap().permissions().mode() & 0o777, 0o600);
            assert!(fs::read_to_string(key).unwrap().starts_with("-----BEGIN PRIVATE KEY-----"));
        }
        assert_ne!(fs::read(&auth.key).unwrap(), fs::read(&order.key).unwrap());
        let file_count = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(
            file_count,
            2 * 2 + 1,
            "two files for each program, and the authority's certificate without its key"
        );
    }
}
