//! Where the shop is found elsewhere. Each box takes addresses of its own place only: a link in the wrong box is the usual mistake,
//! and a link to nowhere near is the dangerous one.

use url::Url;

const LONGEST: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    PlayStore,
    AppStore,
    Instagram,
    Facebook,
    TikTok,
    YouTube,
    WhatsApp,
    Telegram,
    /// Any map.
    Anywhere,
}

impl Place {
    /// Its hosts and all below them.
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

    fn has(self, host: &str) -> bool {
        self == Self::Anywhere
            || self
                .hosts()
                .iter()
                .any(|own| host.strip_suffix(own).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
    }
}

/// Empty where the shop is not there.
pub fn link(raw: &str, place: Place) -> Result<String, &'static str> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Ok(String::new());
    }
    if raw.len() > LONGEST {
        return Err("too_long");
    }
    let url = Url::parse(raw).map_err(|_| "invalid_link")?;
    let is_plain =
        url.scheme() == "https" && url.username().is_empty() && url.password().is_none() && url.port().is_none();
    let is_there = url.domain().is_some_and(|host| host.contains('.') && place.has(host));
    if is_plain && is_there { Ok(url.into()) } else { Err("invalid_link") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_where_its_box_says() {
        for (raw, place) in [
            ("https://play.google.com/store/apps/details?id=az.sovqat.app", Place::PlayStore),
            ("https://www.instagram.com/sovqat.az/", Place::Instagram),
            ("https://wa.me/994505550100", Place::WhatsApp),
            ("https://api.whatsapp.com/send?phone=994505550100", Place::WhatsApp),
            ("https://www.openstreetmap.org/#map=12/40.3777/49.8920", Place::Anywhere),
        ] {
            assert_eq!(link(raw, place).as_deref(), Ok(raw));
        }
        assert_eq!(link("  ", Place::TikTok).as_deref(), Ok(""));
    }

    #[test]
    fn nothing_else_is_taken() {
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
            assert_eq!(link(raw, Place::Instagram), Err("invalid_link"), "{raw}");
        }
        assert_eq!(link("https://localhost", Place::Anywhere), Err("invalid_link"));
        assert_eq!(link("https://127.0.0.1/map", Place::Anywhere), Err("invalid_link"));
        assert_eq!(link(&format!("https://a.az/{}", "x".repeat(300)), Place::Anywhere), Err("too_long"));
    }
}
