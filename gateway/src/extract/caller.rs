//! The caller's identity. Tokens are verified here, so that forged ones are refused early, and again by each service: the gateway forwards
//! the caller's own token.

use std::{convert::Infallible, sync::Arc};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use kit::client::{CallContext, ClientInfo};
use proto::auth::{SignedMessage, VerifyClientRequest};

use crate::{problem::Problem, request_context::RequestContext, services::Services};

/// The path prefix of routes for staff.
const STAFF_PATHS: &str = "/admin/";

/// A signed-in caller; on routes for staff, a member of staff. The services check the permission; the check here comes before the request
/// body is read.
pub struct Caller {
    pub account: i64,
    identity: kit::identity::Caller,
    context: CallContext,
}

/// A caller who may be signed in. An invalid token is refused even on public routes, so that the client refreshes it and does not silently
/// lose personal data such as favourites.
pub struct Visitor(CallContext);

/// A caller who is authenticated without a token, for example a bank by its signature. An `Authorization` header is ignored.
pub struct ExternalCaller(CallContext);

/// The unverified bearer token, which only the auth service can verify: a refresh token, or one of a session that has ended.
pub struct Bearer {
    pub token: Arc<str>,
    context: CallContext,
}

impl Caller {
    /// Returns a gRPC request with the caller's token, language and address.
    pub fn request<T>(&self, message: T) -> tonic::Request<T> {
        self.context.sign(message)
    }

    /// Like `request`, for calls whose response stream stays open.
    pub fn streaming_request<T>(&self, message: T) -> tonic::Request<T> {
        self.context.streaming_request(message)
    }

    /// Resolves when the caller's token expires or is revoked, for responses that stay open.
    pub fn token_ended(&self, services: &Services) -> impl Future<Output = ()> + Send + use<> {
        let (lifetime, revoked) = (self.identity.lasts, services.identity().revoked(&self.identity));
        async move {
            // Times out when the token expires.
            let _ = tokio::time::timeout(lifetime, revoked).await;
        }
    }

    /// Exchanges the caller's token for one that names their app, after the auth service has verified the signature of
    /// the request. Not retried, because a nonce is accepted once. Unsigned requests (browsers) keep their token.
    pub async fn verified_as_app(self, services: &Services, message: Option<SignedMessage>) -> Result<Self, Problem> {
        let Some(message) = message else { return Ok(self) };
        let request = self.request(VerifyClientRequest { signed: Some(message) });
        let verified = services.clients().verify(request).await?.into_inner();
        let context = CallContext { token: Some(verified.access_token.into()), ..self.context };
        Ok(Self { context, ..self })
    }
}

impl Visitor {
    pub fn request<T>(&self, message: T) -> tonic::Request<T> {
        self.0.sign(message)
    }
}

impl ExternalCaller {
    pub fn request<T>(&self, message: T) -> tonic::Request<T> {
        self.0.sign(message)
    }
}

impl Bearer {
    pub fn request<T>(&self, message: T) -> tonic::Request<T> {
        self.context.sign(message)
    }

    /// Returns a request that is authenticated with the token, for a call that the token of an ended session may make.
    pub fn forward<T>(&self, message: T) -> tonic::Request<T> {
        CallContext { token: Some(self.token.clone()), ..self.context.clone() }.sign(message)
    }
}

impl FromRequestParts<Services> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?.ok_or_else(Problem::unauthenticated)?;
        let identity = services.identity().verify(&token).await?;
        if parts.uri.path().starts_with(STAFF_PATHS) {
            identity.require_staff()?;
        }
        Ok(Self { account: identity.account, identity, context: call_context(parts, Some(token)) })
    }
}

impl FromRequestParts<Services> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?;
        if let Some(token) = &token {
            services.identity().verify(token).await?;
        }
        Ok(Self(call_context(parts, token)))
    }
}

impl<S: Sync> FromRequestParts<S> for ExternalCaller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(call_context(parts, None)))
    }
}

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?.ok_or_else(Problem::unauthenticated)?;
        Ok(Self { token, context: call_context(parts, None) })
    }
}

fn call_context(parts: &Parts, token: Option<Arc<str>>) -> CallContext {
    let context = parts.extensions.get::<RequestContext>();
    let agent = parts.headers.get(header::USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default();
    let origin = ClientInfo::new(context.map(|context| context.client), agent);
    CallContext { language: context.map(|context| context.language).unwrap_or_default(), token, origin }
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
