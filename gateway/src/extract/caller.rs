//! The caller's identity. Tokens are verified here to refuse forged ones early; each service verifies them again.

use std::{convert::Infallible, sync::Arc};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use kit::{
    client::{CallContext, ClientInfo},
    security,
};
use proto::auth::{SignedMessage, VerifyClientRequest};

use super::same_origin;
use crate::{
    admin_site::{ADMIN_ROUTES, STAFF_ROUTES},
    problem::Problem,
    request_context::RequestContext,
    services::Services,
    staff_cookies,
};

/// A caller with a valid token, and on routes for staff with a second factor. The services check the permission.
pub struct Caller {
    pub account: i64,
    identity: kit::identity::Caller,
    context: CallContext,
}

/// A caller with a second factor.
pub struct StaffCaller(pub Caller);

/// The refresh token of a staff session, from the cookie or the bearer token.
pub struct StaffRefresh(Bearer);

/// A caller who may be signed in. An invalid token is refused, so that the client refreshes it.
pub struct Visitor(CallContext);

/// A caller who is authenticated without a token, for example a bank by its signature.
pub struct ExternalCaller(CallContext);

/// A token that only the auth service can verify: a refresh token, or one of an ended session.
pub struct Bearer {
    pub token: Arc<str>,
    context: CallContext,
}

impl Caller {
    pub fn identity(&self) -> &kit::identity::Caller {
        &self.identity
    }

    /// Creates a gRPC request with the caller's token and language.
    pub fn request<T>(&self, message: T) -> tonic::Request<T> {
        self.context.sign(message)
    }

    pub fn streaming_request<T>(&self, message: T) -> tonic::Request<T> {
        self.context.streaming_request(message)
    }

    /// Resolves when the token expires or is revoked.
    pub fn token_ended(&self, services: &Services) -> impl Future<Output = ()> + Send + use<> {
        let (lifetime, revoked) = (self.identity.lasts, services.identity().revoked(&self.identity));
        async move {
            let _ = tokio::time::timeout(lifetime, revoked).await;
        }
    }

    /// Exchanges the token of a signed request for one that names the app. Not retried, because a nonce is accepted
    /// once.
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

    /// Authenticates a call that an ended session may make.
    pub fn forward<T>(&self, message: T) -> tonic::Request<T> {
        CallContext { token: Some(self.token.clone()), ..self.context.clone() }.sign(message)
    }
}

impl FromRequestParts<Services> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let token = bearer(&parts.headers)?;
        let cookie = token.is_none().then(|| staff_cookie(parts)).flatten();
        let has_cookie = cookie.is_some();
        let token = token.or(cookie).ok_or_else(Problem::unauthenticated)?;
        let identity = services.identity().verify(&token).await?;
        if has_cookie {
            same_origin::require_csrf_token(parts, identity.csrf.as_deref())?;
        }
        if parts.uri.path().starts_with(ADMIN_ROUTES) {
            identity.require_staff().inspect_err(|_| kit::security::refused("permission"))?;
            require_second_factor(&identity)?;
        }
        Ok(Self { account: identity.account, identity, context: call_context(parts, Some(token)) })
    }
}

impl FromRequestParts<Services> for StaffCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let caller = Caller::from_request_parts(parts, services).await?;
        require_second_factor(&caller.identity)?;
        Ok(Self(caller))
    }
}

impl StaffRefresh {
    pub fn token(&self) -> String {
        self.0.token.to_string()
    }

    pub fn request<T>(&self, message: T) -> tonic::Request<T> {
        self.0.request(message)
    }
}

impl<S: Sync> FromRequestParts<S> for StaffRefresh {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let cookie = || staff_cookies::read(&parts.headers, staff_cookies::REFRESH).map(Arc::from);
        let token = bearer(&parts.headers)?.or_else(cookie).ok_or_else(Problem::unauthenticated)?;
        Ok(Self(Bearer { token, context: call_context(parts, None) }))
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

fn staff_cookie(parts: &Parts) -> Option<Arc<str>> {
    let is_for_staff = [ADMIN_ROUTES, STAFF_ROUTES].iter().any(|prefix| parts.uri.path().starts_with(prefix));
    is_for_staff.then(|| staff_cookies::read(&parts.headers, staff_cookies::ACCESS)).flatten().map(Arc::from)
}

fn require_second_factor(identity: &kit::identity::Caller) -> Result<(), Problem> {
    if identity.factor_at.is_some() {
        return Ok(());
    }
    security::refused("second_factor");
    Err(kit::Error::NotAllowed("second_factor_required").into())
}

fn call_context(parts: &Parts, token: Option<Arc<str>>) -> CallContext {
    let context = parts.extensions.get::<RequestContext>();
    let agent = parts.headers.get(header::USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default();
    let origin = ClientInfo::new(context.map(|context| context.client), agent);
    let language = context.map(|context| context.language).unwrap_or_default();
    // Reads are retried. Routes about authentication may change the session even by GET.
    let is_read = parts.method.is_safe() && !parts.uri.path().contains("/auth/");
    CallContext { language, token, origin, is_read }
}

/// `None` without an `Authorization` header; an error for other schemes.
fn bearer(headers: &HeaderMap) -> Result<Option<Arc<str>>, Problem> {
    let Some(header) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, token) =
        header.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(Problem::unauthenticated)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Problem::unauthenticated());
    }
    Ok(Some(token.trim().into()))
}
