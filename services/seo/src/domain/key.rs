//! The key by which search engines know the shop: whoever can put it at the site's root is the site.

use std::{fmt, str::FromStr};

const LENGTH: std::ops::RangeInclusive<usize> = 8..=128;

#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

#[derive(Debug, thiserror::Error)]
#[error("it is not 8 to 128 letters, digits and hyphens")]
pub struct NoKey;

impl Key {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(raw: &str) -> Result<Self, NoKey> {
        let is_key =
            LENGTH.contains(&raw.len()) && raw.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_key { Ok(Self(raw.to_owned())) } else { Err(NoKey) }
    }
}

/// Who reads a log need not be able to speak for the shop.
impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_what_search_engines_take_for_one() {
        for good in ["01234567", "a-B-3-d-5", &"f".repeat(128)] {
            assert_eq!(good.parse::<Key>().unwrap().as_str(), good);
        }
        for bad in ["", "0123456", "0123_567", "0123 567", "0123/567", "gülgülgül", &"f".repeat(129)] {
            assert!(bad.parse::<Key>().is_err(), "{bad}");
        }
    }
}
