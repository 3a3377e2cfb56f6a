//! Leaked passwords, which are refused. Only 8 bytes of each hash are kept, so ten million take 80 MB.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::Path,
    sync::Arc,
};

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use crate::domain::password::Password;

const BUILT_IN: &str = include_str!("leaked/common.txt");

#[derive(Clone)]
pub struct LeakedPasswords(Arc<[u64]>);

impl LeakedPasswords {
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut hashes: Vec<u64> = BUILT_IN.lines().map(short_hash).collect();
        if let Some(path) = file {
            let unreadable = || format!("AUTH_LEAKED_PASSWORDS: {} cannot be read", path.display());
            // The file may contain lines that are not UTF-8.
            for line in BufReader::new(File::open(path).with_context(unreadable)?).split(b'\n') {
                let line = line.with_context(unreadable)?;
                hashes.push(short_hash(String::from_utf8_lossy(&line).trim_end_matches('\r')));
            }
        }
        hashes.sort_unstable();
        hashes.dedup();
        Ok(Self(hashes.into()))
    }

    pub fn contains(&self, password: &Password) -> bool {
        self.0.binary_search(&short_hash(password.as_str())).is_ok()
    }
}

/// Ignores case, because attackers try upper and lower case as well.
fn short_hash(password: &str) -> u64 {
    let hash = Sha256::digest(password.to_lowercase());
    u64::from_be_bytes(std::array::from_fn(|index| hash[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_leaked(leaked: &LeakedPasswords, raw: &str) -> bool {
        leaked.contains(&Password::parse(raw).unwrap())
    }

    #[test]
    fn built_in_passwords_are_leaked_in_any_case() {
        let leaked = LeakedPasswords::load(None).unwrap();
        for raw in ["password", "Password1", "12345678", "QWERTYUIOP", "azerbaijan"] {
            assert!(is_leaked(&leaked, raw), "{raw}");
        }
        assert!(!is_leaked(&leaked, "gizli-söz 2026"));
        for line in BUILT_IN.lines() {
            assert!(line.chars().count() >= 8, "{line}: shorter passwords are refused anyway");
            assert_eq!(line, line.trim().to_lowercase());
        }
    }

    #[test]
    fn a_file_adds_passwords() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"gizli-soz-1\r\n\xff\xfe\nsonuncu-soz").unwrap();
        let leaked = LeakedPasswords::load(Some(file.path())).unwrap();
        for raw in ["Gizli-Soz-1", "sonuncu-soz", "password"] {
            assert!(is_leaked(&leaked, raw), "{raw}");
        }
        let missing = LeakedPasswords::load(Some(Path::new("/nowhere/list.txt"))).err().unwrap();
        assert_eq!(missing.to_string(), "AUTH_LEAKED_PASSWORDS: /nowhere/list.txt cannot be read");
    }
}
