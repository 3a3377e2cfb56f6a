//! The `Idempotency-Key` header: a service returns the first result when a request is repeated with the same key.

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::problem::Problem;

const NAME: &str = "Idempotency-Key";
/// Shorter keys are likely to be names that a client reuses.
const MIN_LENGTH: usize = 8;
const MAX_LENGTH: usize = 128;

pub struct IdempotencyKey(pub String);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let header = parts.headers.get(NAME).map(|value| value.as_bytes().trim_ascii()).unwrap_or_default();
        let code = match header {
            [] => "required",
            key if key.len() < MIN_LENGTH => "too_short",
            key if key.len() > MAX_LENGTH => "too_long",
            key if !key.iter().all(u8::is_ascii_graphic) => "invalid_characters",
            key => return Ok(Self(String::from_utf8_lossy(key).into_owned())),
        };
        Err(Problem::invalid(NAME, code))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, Request};

    use super::*;

    async fn read(header: Option<&'static [u8]>) -> Result<String, String> {
        let (mut parts, ()) = Request::new(()).into_parts();
        if let Some(value) = header {
            parts.headers.insert(NAME, HeaderValue::from_bytes(value).expect("a valid header value"));
        }
        let key = IdempotencyKey::from_request_parts(&mut parts, &()).await;
        key.map(|key| key.0).map_err(|problem| problem.errors[0].1.to_string())
    }

    #[tokio::test]
    async fn a_key_has_8_to_128_visible_characters() {
        assert_eq!(read(Some(b"0192c3a4-5b6d-7e8f")).await, Ok("0192c3a4-5b6d-7e8f".into()));
        assert_eq!(read(Some(b" \"quoted\" ")).await, Ok("\"quoted\"".into()));
        assert_eq!(read(None).await, Err("required".into()));
        assert_eq!(read(Some(b"  ")).await, Err("required".into()));
        assert_eq!(read(Some(b"two words")).await, Err("invalid_characters".into()));
        assert_eq!(read(Some(b"order-7")).await, Err("too_short".into()));
        assert_eq!(read(Some(b"order-\xff-7")).await, Err("invalid_characters".into()));
        assert_eq!(read(Some(&[b'a'; 128])).await, Ok("a".repeat(128)));
        assert_eq!(read(Some(&[b'a'; 129])).await, Err("too_long".into()));
    }
}
