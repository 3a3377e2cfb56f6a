//! Path parameters: slugs and ids. A malformed one is reported as not found.

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::problem::Problem;

/// The longest accepted parameter, in bytes.
const MAX_LENGTH: usize = 200;

pub struct Segment(pub String);

impl Segment {
    pub fn id(&self, not_found: &'static str) -> Result<i64, Problem> {
        let id = self.0.parse().map_err(|_| kit::Error::NotFound(not_found))?;
        Ok(kit::input::id(id, not_found)?)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        let axum::extract::Path(text) = path.map_err(|_| Problem::not_found())?;
        validate(text)
    }
}

pub struct SegmentPair(pub Segment, pub Segment);

impl<S: Send + Sync> FromRequestParts<S> for SegmentPair {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = axum::extract::Path::<(String, String)>::from_request_parts(parts, state).await;
        let axum::extract::Path((first, second)) = path.map_err(|_| Problem::not_found())?;
        Ok(Self(validate(first)?, validate(second)?))
    }
}

fn validate(text: String) -> Result<Segment, Problem> {
    let is_valid = text.len() <= MAX_LENGTH && !text.chars().any(char::is_control);
    if is_valid { Ok(Segment(text)) } else { Err(Problem::not_found()) }
}
