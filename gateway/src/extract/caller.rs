//! Who is asking. The token is verified here so that nothing forged goes further, and again by each service, which trusts
//! nobody: what travels on is the caller's own token.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use kit::client::{OnBehalf, Origin};
use proto::auth::{SignedMessage, VerifyClientRequest};

use crate::{asked::Asked, problem::Problem, services::Services};

/// Routes for operators begin with this.
const FOR_OPERATORS: &str = "/admin/";
const OPERATOR: &str = "operator";

/// Somebody who is signed in, and an operator where only operators may call. The services decide that again; here it keeps a
/// request from being read before it is known whether it is allowed.
pub struct Caller {
    pub account: i64,
    /// How much longer the token is good.
    pub lasts: Duration,
    on_behalf: OnBehalf,
}

/// Anybody; signed in perhaps. A token that is no good is refused even where none is needed, so that a client refreshes it
/// instead of wondering where its favourites are.
pub struct Visitor(OnBehalf);

/// Somebody who proves by other means than a token who they are, as a bank by its signature. What they may have written where
/// ours would stand is not looked at.
pub struct Outsider(OnBehalf);

/// The bearer as it came: a refresh token is nobody's to verify but the auth service's, and it gets it in the message.
pub struct Bearer {
    pub token: Arc<str>,
    on_behalf: OnBehalf,
}

impl Caller {
    pub fn sign<T>(&self, message: T) -> tonic::Request<T> {
        self.on_behalf.sign(message)
    }

    /// For a stream that stays open.
    pub fn sign_open<T>(&self, message: T) -> tonic::Request<T> {
        self.on_behalf.sign_open(message)
    }

    /// The same caller by a token that names their app, once the auth service has verified what it signed. Not retried: a nonce
    /// is accepted once. A browser signs nothing and stays as it is.
    pub async fn proven_by_app(self, services: &Services, message: Option<SignedMessage>) -> Result<Self, Problem> {
        let Some(message) = message else { return Ok(self) };
        let request = self.sign(VerifyClientRequest { signed: Some(message) });
        let verified = services.clients().verify(request).await?.into_inner();
        let on_behalf = OnBehalf { token: Some(verified.access_token.into()), ..self.on_behalf };
        Ok(Self { on_behalf, ..self })
    }
}

impl Visitor {
    pub fn sign<T>(&self, message: T) -> tonic::Request<T> {
        self.0.sign(message)
    }
}

impl Outsider {
    pub fn sign<T>(&self, message: T) -> tonic::Request<T> {
        self.0.sign(message)
    }
}

impl Bearer {
    pub fn sign<T>(&self, message: T) -> tonic::Request<T> {
        self.on_behalf.sign(message)
    }
}

impl FromRequestParts<Services> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?.ok_or_else(Problem::unauthenticated)?;
        let caller = services.identity().verify(&token).await?;
        if parts.uri.path().starts_with(FOR_OPERATORS) {
            caller.require_role(OPERATOR)?;
        }
        let kit::identity::Caller { account, lasts, .. } = caller;
        Ok(Self { account, lasts, on_behalf: on_behalf(parts, Some(token)) })
    }
}

impl FromRequestParts<Services> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?;
        if let Some(token) = &token {
            services.identity().verify(token).await?;
        }
        Ok(Self(on_behalf(parts, token)))
    }
}

impl<S: Sync> FromRequestParts<S> for Outsider {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(on_behalf(parts, None)))
    }
}

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?.ok_or_else(Problem::unauthenticated)?;
        Ok(Self { token, on_behalf: on_behalf(parts, None) })
    }
}

fn on_behalf(parts: &Parts, token: Option<Arc<str>>) -> OnBehalf {
    let asked = parts.extensions.get::<Asked>();
    let agent = parts.headers.get(header::USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default();
    let origin = Origin::new(asked.map(|asked| asked.client), agent);
    OnBehalf { language: asked.map(|asked| asked.language).unwrap_or_default(), token, origin }
}

fn bearer(headers: &HeaderMap) -> Result<Option<Arc<str>>, Problem> {
    let Some(header) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, token) =
        header.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(Problem::unauthenticated)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Problem::unauthenticated());
    }
    Ok(Some(token.trim().into()))
}
