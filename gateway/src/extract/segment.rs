//! What stands in the path: a slug, an id. What cannot be one belongs to nothing, so it is not found.

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::problem::Problem;

const LONGEST: usize = 200;

pub struct Segment(pub String);

impl Segment {
    /// The row id it is, or the "not found" that any id without a row has.
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
        let is_sane = text.len() <= LONGEST && !text.chars().any(char::is_control);
        if is_sane { Ok(Self(text)) } else { Err(Problem::not_found()) }
    }
}
