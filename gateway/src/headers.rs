//! Security headers of every response.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Features that the shop does not use, so that no injected script can use them.
const PERMISSIONS_POLICY: &str = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()";
/// Two years.
const STRICT_TRANSPORT: &str = "max-age=63072000; includeSubDomains";

const SUBRESOURCE_HEADERS: [HeaderName; 2] = [header::X_CONTENT_TYPE_OPTIONS, header::STRICT_TRANSPORT_SECURITY];
const SUBRESOURCE_POLICY: HeaderValue = HeaderValue::from_static("frame-ancestors 'none'");

/// `scripts`, `reports` and `sockets` are further origins, each after a space.
pub fn content_security_policy(scripts: &str, reports: &str, sockets: &str) -> String {
    format!(
        "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:{reports}; \
         font-src 'self'; connect-src 'self'{reports}{sockets}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; \
         object-src 'none'"
    )
}

#[derive(Clone)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// HSTS is added if `site` is https.
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

    /// Adds the headers. A page with analytics has its own policy, which stays.
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

/// Adds the encoding to types of text. Event streams are always UTF-8.
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

/// Whether the response is an immutable file, on which browsers ignore the headers of pages. An SVG can be a page.
fn is_subresource(headers: &HeaderMap) -> bool {
    let contains = |name, word: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(word))
    };
    contains(header::CACHE_CONTROL, "immutable") && !contains(header::CONTENT_TYPE, "svg")
}
