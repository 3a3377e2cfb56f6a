//! Each setting accepts only URLs of its site, so that staff notice a link in the wrong field.

use url::Url;

/// In bytes.
const MAX_LENGTH: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkSite {
    PlayStore,
    AppStore,
    Instagram,
    Facebook,
    TikTok,
    YouTube,
    WhatsApp,
    Telegram,
    /// Any site, for maps.
    Anywhere,
}

impl LinkSite {
    /// Their subdomains are also allowed.
    fn hosts(self) -> &'static [&'static str] {
        match self {
            Self::PlayStore => &["play.google.com"],
            Self::AppStore => &["apps.apple.com"],
            Self::Instagram => &["instagram.com"],
            Self::Facebook => &["facebook.com"],
            Self::TikTok => &["tiktok.com"],
            Self::YouTube => &["youtube.com"],
            Self::WhatsApp => &["wa.me", "whatsapp.com"],
            Self::Telegram => &["t.me", "telegram.me"],
            Self::Anywhere => &[],
        }
    }

    fn allows(self, host: &str) -> bool {
        let is_within = |allowed: &&str| {
            host.strip_suffix(*allowed).is_some_and(|subdomain| subdomain.is_empty() || subdomain.ends_with('.'))
        };
        self == Self::Anywhere || self.hosts().iter().any(is_within)
    }
}

pub fn parse_link(raw: &str, site: LinkSite) -> Result<String, &'static str> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Ok(String::new());
    }
    if raw.len() > MAX_LENGTH {
        return Err("too_long");
    }
    let url = Url::parse(raw).map_err(|_| "invalid_link")?;
    let is_plain =
        url.scheme() == "https" && url.username().is_empty() && url.password().is_none() && url.port().is_none();
    let is_of_site = url.domain().is_some_and(|host| host.contains('.') && site.allows(host));
    if is_plain && is_of_site { Ok(url.into()) } else { Err("invalid_link") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_must_belong_to_the_site_of_their_field() {
        for (raw, site) in [
            ("https://play.google.com/store/apps/details?id=az.sovqat.app", LinkSite::PlayStore),
            ("https://www.instagram.com/sovqat.az/", LinkSite::Instagram),
            ("https://wa.me/994505550100", LinkSite::WhatsApp),
            ("https://api.whatsapp.com/send?phone=994505550100", LinkSite::WhatsApp),
            ("https://www.openstreetmap.org/#map=12/40.3777/49.8920", LinkSite::Anywhere),
        ] {
            assert_eq!(parse_link(raw, site).as_deref(), Ok(raw));
        }
        assert_eq!(parse_link("  ", LinkSite::TikTok).as_deref(), Ok(""));
    }

    #[test]
    fn other_links_are_rejected() {
        for raw in [
            "instagram.com/sovqat",
            "http://instagram.com/sovqat",
            "https://facebook.com/sovqat",
            "https://evilinstagram.com",
            "https://instagram.com.evil.example",
            "https://instagram.com@evil.example",
            "https://evil.example\\@instagram.com",
            "https://instagram.com:8443",
            "javascript:alert(1)",
            "data:text/html,x",
        ] {
            assert_eq!(parse_link(raw, LinkSite::Instagram), Err("invalid_link"), "{raw}");
        }
        assert_eq!(parse_link("https://localhost", LinkSite::Anywhere), Err("invalid_link"));
        assert_eq!(parse_link("https://127.0.0.1/map", LinkSite::Anywhere), Err("invalid_link"));
        assert_eq!(
            parse_link(&format!("https://a.az/{}", "x".repeat(MAX_LENGTH)), LinkSite::Anywhere),
            Err("too_long")
        );
    }
}
