//! Passwords that are tried first everywhere, because somebody's list has them. A short list is built in; AUTH_LEAKED_PASSWORDS
//! names a longer one, and nothing is asked of anybody outside.
//!
//! Eight bytes are kept of each, so that ten million take 80 MB. Two passwords that share them are as rare as a good
//! password is: 1 in 10¹², and then one is told to choose another.

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

/// Sorted.
#[derive(Clone)]
pub struct Leaked(Arc<[u64]>);

impl Leaked {
    /// The built-in list, and the one in this file, which has one password on each line.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut prints: Vec<u64> = BUILT_IN.lines().map(print).collect();
        if let Some(path) = file {
            let unreadable = || format!("AUTH_LEAKED_PASSWORDS: {} cannot be read", path.display());
            // Lists of this kind hold lines that are no UTF-8.
            for line in BufReader::new(File::open(path).with_context(unreadable)?).split(b'\n') {
                let line = line.with_context(unreadable)?;
                prints.push(print(String::from_utf8_lossy(&line).trim_end_matches('\r')));
            }
        }
        prints.sort_unstable();
        prints.dedup();
        Ok(Self(prints.into()))
    }

    pub fn has(&self, password: &Password) -> bool {
        self.0.binary_search(&print(password.as_str())).is_ok()
    }
}

/// Large and small letters are one: who tries a list tries both.
fn print(password: &str) -> u64 {
    let hash = Sha256::digest(password.to_lowercase());
    u64::from_be_bytes(std::array::from_fn(|place| hash[place]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_leaked(leaked: &Leaked, raw: &str) -> bool {
        leaked.has(&Password::parse(raw).unwrap())
    }

    #[test]
    fn what_is_tried_first_is_leaked() {
        let leaked = Leaked::load(None).unwrap();
        for raw in ["password", "Password1", "12345678", "QWERTYUIOP", "azerbaijan"] {
            assert!(is_leaked(&leaked, raw), "{raw}");
        }
        assert!(!is_leaked(&leaked, "gizli-söz 2026"));
        for line in BUILT_IN.lines() {
            assert!(line.chars().count() >= 8 && line == line.to_lowercase() && line == line.trim(), "{line}");
        }
    }

    #[test]
    fn a_file_adds_to_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"gizli-soz-1\r\n\xff\xfe\nsonuncu-soz").unwrap();
        let leaked = Leaked::load(Some(file.path())).unwrap();
        for raw in ["Gizli-Soz-1", "sonuncu-soz", "password"] {
            assert!(is_leaked(&leaked, raw), "{raw}");
        }
        let missing = Leaked::load(Some(Path::new("/nowhere/list.txt"))).err().unwrap();
        assert_eq!(missing.to_string(), "AUTH_LEAKED_PASSWORDS: /nowhere/list.txt cannot be read");
    }
}
