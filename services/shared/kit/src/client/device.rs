//! Browser and system for a user's list of sessions. Clients can forge them.

use crate::Language;

/// A name is empty if it is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Device {
    pub browser: &'static str,
    pub system: &'static str,
}

/// Marks in user agents, with the browser's name. The first match counts: most agents contain "Chrome" or "Safari".
const BROWSERS: [(&str, &str); 16] = [
    ("YaBrowser/", "Yandex"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("OPiOS/", "Opera"),
    ("Instagram", "Instagram"),
    ("FBAN/", "Facebook"),
    ("FBAV/", "Facebook"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Marks in user agents, with the system's name. The first match counts: Android also says "Linux".
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

impl Device {
    pub fn parse(agent: &str) -> Self {
        let first_match = |names: &[(&str, &'static str)]| {
            names.iter().find(|(mark, _)| agent.contains(mark)).map_or("", |(_, name)| *name)
        };
        Self { browser: first_match(&BROWSERS), system: first_match(&SYSTEMS) }
    }

    /// Returns, for example, `Chrome, Android`.
    pub fn name(self, language: Language) -> String {
        let mut known = vec![self.browser, self.system];
        known.retain(|name| !name.is_empty());
        if known.is_empty() { unknown(language).to_owned() } else { known.join(", ") }
    }
}

fn unknown(language: Language) -> &'static str {
    match language {
        Language::Az => "naməlum",
        Language::Ru => "неизвестно",
        Language::En => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEBKIT: &str = "AppleWebKit/537.36 (KHTML, like Gecko)";

    #[test]
    fn browsers_are_recognised_on_every_platform() {
        let platforms = [
            ("Windows NT 10.0; Win64; x64", "Windows"),
            ("Macintosh; Intel Mac OS X 10_15_7", "macOS"),
            ("X11; Linux x86_64", "Linux"),
            ("X11; CrOS x86_64 14541.0.0", "ChromeOS"),
            ("Linux; Android 15; Pixel 9", "Android"),
        ];
        let chromiums = [
            ("Chrome/141.0.0.0 Safari/537.36", "Chrome"),
            ("Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0", "Edge"),
            ("Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0", "Edge"),
            ("Chrome/141.0.0.0 Safari/537.36 OPR/123.0.0.0", "Opera"),
            ("Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36", "Yandex"),
            ("SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36", "Samsung Internet"),
        ];
        for (platform, system) in platforms {
            for (tail, browser) in chromiums {
                let agent = format!("Mozilla/5.0 ({platform}) {WEBKIT} {tail}");
                assert_eq!(Device::parse(&agent), Device { browser, system }, "{agent}");
            }
            let firefox = format!("Mozilla/5.0 ({platform}; rv:144.0) Gecko/20100101 Firefox/144.0");
            assert_eq!(Device::parse(&firefox), Device { browser: "Firefox", system });
        }
        let safari =
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15";
        assert_eq!(Device::parse(safari), Device { browser: "Safari", system: "macOS" });
    }

    #[test]
    fn browsers_are_recognised_on_an_iphone() {
        let iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        for (tail, browser) in [
            ("Version/18.6 Mobile/15E148 Safari/604.1", "Safari"),
            ("CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1", "Chrome"),
            ("FxiOS/144.0 Mobile/15E148 Safari/605.1.15", "Firefox"),
            ("Version/18.0 EdgiOS/141.0 Mobile/15E148 Safari/604.1", "Edge"),
            ("Version/18.0 YaBrowser/25.10 Mobile/15E148 Safari/604.1", "Yandex"),
            ("OPT/6.0 Mobile/15E148", "Opera"),
            ("Mobile/15E148 Instagram 400.0.0.0", "Instagram"),
        ] {
            assert_eq!(Device::parse(&format!("{iphone} {tail}")), Device { browser, system: "iOS" }, "{tail}");
        }
    }

    #[test]
    fn unknown_agents_have_no_browser_or_system() {
        for agent in ["", "curl/8.5.0", "<script>", "🎁"] {
            assert_eq!(Device::parse(agent), Device::default());
        }
    }
}
