//! The shop's key for IndexNow, which reports changed pages to search engines. The shop serves the key as a file at its
//! root, to prove that it sent the reports.

use std::{fmt, str::FromStr};

const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

#[derive(Clone, PartialEq, Eq)]
pub struct IndexNowKey(String);

#[derive(Debug, thiserror::Error)]
#[error("it is not 8 to 128 letters, digits and hyphens")]
pub struct InvalidKey;

impl IndexNowKey {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for IndexNowKey {
    type Err = InvalidKey;

    fn from_str(raw: &str) -> Result<Self, InvalidKey> {
        let is_key =
            LENGTH.contains(&raw.len()) && raw.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_key { Ok(Self(raw.to_owned())) } else { Err(InvalidKey) }
    }
}

/// Hides the key from logs.
impl fmt::Debug for IndexNowKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("IndexNowKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_valid_indexnow_keys_are_accepted() {
        for good in ["01234567", "a-B-3-d-5", &"f".repeat(128)] {
            assert_eq!(good.parse::<IndexNowKey>().unwrap().as_str(), good);
        }
        for bad in ["", "0123456", "0123_567", "0123 567", "0123/567", "gülgülgül", &"f".repeat(129)] {
            assert!(bad.parse::<IndexNowKey>().is_err(), "{bad}");
        }
    }
}
