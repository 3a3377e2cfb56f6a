//! A JSON body that the mobile app may have signed.

use axum::{
    extract::{FromRequest, OriginalUri, Request},
    http::StatusCode,
};
use proto::auth::SignedMessage;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::json;
use crate::{problem::Problem, signature};

/// [`super::Caller::verified_as_app`] verifies the signature.
pub struct Signed<T> {
    pub body: T,
    /// `None` for unsigned requests.
    pub message: Option<SignedMessage>,
}

impl<S: Sync, T: DeserializeOwned + ToSchema + 'static> FromRequest<S> for Signed<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let (method, headers) = (request.method().clone(), request.headers().clone());
        let path = match request.extensions().get::<OriginalUri>() {
            // The signature covers the path that the client sent.
            Some(OriginalUri(uri)) => uri.path().to_owned(),
            None => request.uri().path().to_owned(),
        };
        let bytes = json::bytes(request).await?;
        let message = signature::read(&method, &path, &headers, &bytes)
            .map_err(|fault| Problem::new(StatusCode::FORBIDDEN, fault.code()))?;
        Ok(Self { body: json::parse(&bytes)?, message })
    }
}
