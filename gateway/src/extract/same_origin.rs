//! Protection against cross-site request forgery with the cookies of staff.

use axum::{
    extract::FromRequestParts,
    http::{Method, StatusCode, header, request::Parts},
};
use kit::security;

use crate::{admin_site::AdminSite, problem::Problem};

/// Other sites do not know the session's CSRF token.
const CSRF_TOKEN: &str = "x-csrf-token";

/// Proof that no other site's script has sent the request: browsers send `Origin` with every change.
pub struct SameOrigin;

impl<S: Sync> FromRequestParts<S> for SameOrigin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        require_same_origin(parts)?;
        Ok(Self)
    }
}

pub(super) fn require_csrf_token(parts: &Parts, expected: Option<&str>) -> Result<(), Problem> {
    if matches!(parts.method, Method::GET | Method::HEAD) {
        return Ok(());
    }
    require_same_origin(parts)?;
    let sent = parts.headers.get(CSRF_TOKEN).and_then(|token| token.to_str().ok());
    if expected.is_some() && sent == expected { Ok(()) } else { Err(refuse("csrf_token")) }
}

/// Accepts a request without `Origin`.
fn require_same_origin(parts: &Parts) -> Result<(), Problem> {
    let Some(origin) = parts.headers.get(header::ORIGIN) else { return Ok(()) };
    let site = parts.extensions.get::<AdminSite>();
    let is_own = origin.to_str().is_ok_and(|origin| site.is_some_and(|site| site.allows(origin)));
    if is_own { Ok(()) } else { Err(refuse("origin")) }
}

fn refuse(reason: &'static str) -> Problem {
    security::refused(reason);
    Problem::new(StatusCode::FORBIDDEN, "csrf_token_invalid")
}
