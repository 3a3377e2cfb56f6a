//! Who is asking. The token is verified here so that nothing forged goes further, and again by each service, which trusts
//! nobody: what travels on is the caller's own token.

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use kit::{Language, client::OnBehalf};

use crate::{asked::Asked, problem::Problem, services::Services};

/// Somebody who is signed in.
pub struct Caller(OnBehalf);

/// Anybody; signed in perhaps. A token that is no good is refused even where none is needed, so that a client refreshes it
/// instead of wondering where its favourites are.
pub struct Visitor(OnBehalf);

/// The bearer as it came: a refresh token is nobody's to verify but the auth service's.
pub struct Bearer(pub Arc<str>);

impl Caller {
    pub fn sign<T>(&self, message: T) -> tonic::Request<T> {
        self.0.sign(message)
    }
}

impl Visitor {
    pub fn sign<T>(&self, message: T) -> tonic::Request<T> {
        self.0.sign(message)
    }
}

impl FromRequestParts<Services> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let Bearer(token) = bearer(&parts.headers)?.ok_or_else(Problem::unauthenticated)?;
        services.identity().verify(&token).await?;
        Ok(Self(OnBehalf { language: language(parts), token: Some(token), ..OnBehalf::default() }))
    }
}

impl FromRequestParts<Services> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?.map(|Bearer(token)| token);
        if let Some(token) = &token {
            services.identity().verify(token).await?;
        }
        Ok(Self(OnBehalf { language: language(parts), token, ..OnBehalf::default() }))
    }
}

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        bearer(&parts.headers)?.ok_or_else(Problem::unauthenticated)
    }
}

fn language(parts: &Parts) -> Language {
    parts.extensions.get::<Asked>().map_or_else(Language::default, |asked| asked.language)
}

fn bearer(headers: &HeaderMap) -> Result<Option<Bearer>, Problem> {
    let Some(header) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, token) =
        header.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(Problem::unauthenticated)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Problem::unauthenticated());
    }
    Ok(Some(Bearer(token.trim().into())))
}
