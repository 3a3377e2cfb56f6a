//! Reads bodies up to a limit.

use axum::{
    body::{Bytes, to_bytes},
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use http_body_util::LengthLimitError;

use crate::problem::Problem;

/// Only callbacks of banks are raw, and they are much smaller.
const MAX_RAW_BYTES: usize = 64 * 1024;

/// The unmodified body, whose bytes a signature covers.
pub struct Raw(pub Bytes);

impl<S: Sync> FromRequest<S> for Raw {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        read_all(request, MAX_RAW_BYTES).await.map(Self)
    }
}

/// Refuses a larger `Content-Length` without reading the body.
pub(super) async fn read_all(request: Request, max_bytes: usize) -> Result<Bytes, Problem> {
    let (parts, body) = request.into_parts();
    if content_length(&parts.headers).is_some_and(|length| length > max_bytes) {
        return Err(too_large());
    }
    to_bytes(body, max_bytes).await.map_err(|error| {
        let is_too_large =
            std::error::Error::source(&error).is_some_and(<dyn std::error::Error>::is::<LengthLimitError>);
        if is_too_large { too_large() } else { unreadable() }
    })
}

pub(super) fn content_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

pub(super) fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "payload_too_large")
}

/// The body ended early, or is not what its content type says.
pub(super) fn unreadable() -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "bad_request")
}
