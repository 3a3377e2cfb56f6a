//! Trace spans of HTTP requests to servers outside the shop: banks, SMS providers, push services. A span contains the
//! host, but never the query, headers or body, which contain phone numbers, keys and texts.

use http::{Method, StatusCode, Uri};
use tracing::{Span, field::Empty};

use super::{CLIENT_SPANS, names};

/// Returns the span in which the caller must run the request.
pub fn span(method: &Method, uri: &Uri) -> Span {
    let host = uri.host().unwrap_or_default();
    tracing::debug_span!(
        target: CLIENT_SPANS,
        names::HTTP_CLIENT_SPAN,
        otel.name = format!("{method} {host}"),
        otel.kind = "client",
        otel.status_code = Empty,
        http.request.method = %method,
        server.address = host,
        url.path = Empty,
        http.response.status_code = Empty,
        "error.type" = Empty,
    )
}

/// Records the path. Use it only for servers whose paths contain no personal data, only names of calls and their own
/// ids.
pub fn record_path(span: &Span, uri: &Uri) {
    span.record("url.path", uri.path());
}

pub fn record_status(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() || status.is_client_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// Records that there was no usable response. `reason` is one of a few fixed words, such as `timeout`.
pub fn record_failure(span: &Span, reason: &str) {
    span.record("error.type", reason);
    span.record("otel.status_code", "ERROR");
}
