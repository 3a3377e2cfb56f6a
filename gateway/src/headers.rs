//! Security headers, which `Site` adds to every response: what browsers may load, embed and send.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Features of browsers that the shop does not use, so that no injected script can use them.
const PERMISSIONS_POLICY: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()";
/// HSTS for two years.
const STRICT_TRANSPORT: &str = "max-age=63072000; includeSubDomains";

/// The only general headers that a subresource needs: a file that pages load, such as a script or a picture.
const SUBRESOURCE_HEADERS: [HeaderName; 2] = [header::X_CONTENT_TYPE_OPTIONS, header::STRICT_TRANSPORT_SECURITY];
/// The policy of a subresource: other sites must not show it in a frame.
const SUBRESOURCE_POLICY: HeaderValue = HeaderValue::from_static("frame-ancestors 'none'");

/// Returns a Content-Security-Policy: the shop's own origin and the given additions, each of which starts with a space.
pub fn content_security_policy(scripts: &str, reports: &str, sockets: &str) -> String {
    format!(
        "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:{reports}; \
         font-src 'self'; connect-src 'self'{reports}{sockets}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; \
         object-src 'none'"
    )
}

/// The headers are the same for every response.
#[derive(Clone)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// `site` is the public root URL; HSTS is added if it is https.
    pub fn new(site: &str) -> Self {
        let policy = HeaderValue::from_str(&content_security_policy("", "", ""))
            .unwrap_or(HeaderValue::from_static("default-src 'self'"));
        let mut headers = vec![
            (header::CONTENT_SECURITY_POLICY, policy),
            (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
            (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS_POLICY)),
            (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
        ];
        if site.starts_with("https://") {
            headers.push((header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(STRICT_TRANSPORT)));
        }
        Self(headers)
    }

    /// Adds the headers. Keeps the Content-Security-Policy of a page with analytics.
    pub fn add_to(&self, headers: &mut HeaderMap) {
        declare_utf8(headers);
        let is_subresource = is_subresource(headers);
        for (name, value) in &self.0 {
            let applies = !is_subresource || SUBRESOURCE_HEADERS.contains(name);
            if applies && (name != header::CONTENT_SECURITY_POLICY || !headers.contains_key(name)) {
                headers.insert(name.clone(), value.clone());
            }
        }
        if is_subresource {
            headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(SUBRESOURCE_POLICY);
        }
    }
}

/// Adds the encoding to the type of text and XML, so that no browser guesses it. Event streams are always UTF-8.
fn declare_utf8(headers: &mut HeaderMap) {
    let Some(kind) = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()) else { return };
    let is_text = kind.starts_with("text/") || kind.ends_with("+xml") || kind.ends_with("/xml");
    let is_declared = kind.contains(';') || kind == "text/event-stream";
    if is_text
        && !is_declared
        && let Ok(declared) = HeaderValue::from_str(&format!("{kind}; charset=utf-8"))
    {
        headers.insert(header::CONTENT_TYPE, declared);
    }
}

/// Whether the file is immutable; pages load such files as scripts, styles, fonts or pictures. Browsers ignore page
/// headers on them. An SVG can be opened as a page, so it gets all headers.
fn is_subresource(headers: &HeaderMap) -> bool {
    let contains = |name, word: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(word))
    };
    contains(header::CACHE_CONTROL, "immutable") && !contains(header::CONTENT_TYPE, "svg")
}
