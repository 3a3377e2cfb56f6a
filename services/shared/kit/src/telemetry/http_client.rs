//! Spans of HTTP requests to servers outside the shop, without query, headers and body, which contain phone numbers and
//! keys.

use http::{Method, StatusCode, Uri};
use tracing::{Span, field::Empty};

use super::{CLIENT_SPANS, names};

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

/// Call it only for servers whose paths contain no personal data.
pub fn record_path(span: &Span, uri: &Uri) {
    span.record("url.path", uri.path());
}

pub fn record_status(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() || status.is_client_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// `reason` is a fixed word, such as `timeout`.
pub fn record_failure(span: &Span, reason: &str) {
    span.record("error.type", reason);
    span.record("otel.status_code", "ERROR");
}
