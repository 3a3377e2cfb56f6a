//! Applications to become a blogger, who earns money with links to the shop.

use std::ops::RangeInclusive;

/// In characters.
pub const ABOUT: RangeInclusive<usize> = 20..=2000;
/// In characters.
pub const REASON: RangeInclusive<usize> = 1..=500;
/// In characters.
const MAX_LINK_LENGTH: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    Pending,
    Approved,
    Declined,
}

impl Status {
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    Instagram,
    Youtube,
    Facebook,
    Tiktok,
    Other,
}

impl Network {
    fn hosts(self) -> &'static [&'static str] {
        match self {
            Self::Instagram => &["instagram.com"],
            Self::Youtube => &["youtube.com", "youtu.be"],
            Self::Facebook => &["facebook.com", "fb.com"],
            Self::Tiktok => &["tiktok.com"],
            Self::Other => &[],
        }
    }

    /// Any host fits [`Network::Other`].
    fn owns(self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let bare = host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(&host);
        self == Self::Other || self.hosts().contains(&bare)
    }

    /// Staff follow these links, so ambiguous forms are refused: user info, ports and backslashes.
    pub fn parse_link(self, raw: &str) -> Result<String, &'static str> {
        let raw = raw.trim();
        if raw.chars().count() > MAX_LINK_LENGTH {
            return Err("too_long");
        }
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '\\' | '<' | '>' | '"');
        let after_scheme = match raw.split_at_checked("https://".len()) {
            Some((scheme, after)) if scheme.eq_ignore_ascii_case("https://") && after.chars().all(is_plain) => after,
            _ => return Err("invalid_link"),
        };
        let host = after_scheme.split(['/', '?', '#']).next().unwrap_or_default();
        if is_host(host) && self.owns(host) { Ok(raw.to_owned()) } else { Err("invalid_link") }
    }
}

/// Refuses IP addresses and ports.
fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = host.rsplit('.').next().unwrap_or_default();
    host.contains('.') && host.split('.').all(is_label) && top.bytes().any(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_the_network_are_accepted() {
        for (network, raw) in [
            (Network::Instagram, "https://instagram.com/aygun"),
            (Network::Instagram, "HTTPS://www.Instagram.com/aygun?igsh=1"),
            (Network::Youtube, "https://youtu.be/x"),
            (Network::Youtube, "https://m.youtube.com/@aygun"),
            (Network::Facebook, " https://fb.com/aygun "),
            (Network::Tiktok, "https://www.tiktok.com/@aygün"),
            (Network::Other, "https://aygun.example.az/haqqimda#1"),
        ] {
            assert_eq!(network.parse_link(raw).as_deref(), Ok(raw.trim()), "{raw}");
        }
    }

    #[test]
    fn malformed_links_and_those_that_lead_elsewhere_are_refused() {
        for raw in [
            "instagram.com/aygun",
            "http://instagram.com/aygun",
            "https://instagram.com.evil.example/aygun",
            "https://evil.example/instagram.com",
            "https://notinstagram.com/aygun",
            "https://instagram.com@evil.example",
            "https://evil.example\\@instagram.com",
            "https://instagram.com:8443/aygun",
            "https://l.instagram.com/?u=evil",
            "https://ınstagram.com/aygun",
            "https:///aygun",
            "javascript:alert(1)//https://instagram.com",
            "https://instagram.com/<script>",
            "ə",
        ] {
            assert_eq!(Network::Instagram.parse_link(raw), Err("invalid_link"), "{raw}");
        }
        for raw in ["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://a..az", "https://-a.az"] {
            assert_eq!(Network::Other.parse_link(raw), Err("invalid_link"), "{raw}");
        }
        let too_long = format!("https://instagram.com/{}", "a".repeat(300));
        assert_eq!(Network::Instagram.parse_link(&too_long), Err("too_long"));
    }
}
