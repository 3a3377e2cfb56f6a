//! Tells the handler which permission the contract declares for its method: `option (sovqat.common.v1.permission)`.

use std::task::{Context, Poll};

use http::Request;
use proto::common::Permission;
use tower::{Layer, Service};

/// The permission that the caller of the method needs; an extension of the request.
#[derive(Debug, Clone, Copy)]
pub struct RequiredPermission(pub Permission);

#[derive(Debug, Clone, Copy)]
pub struct PermissionLayer;

#[derive(Debug, Clone)]
pub struct Permissions<S>(S);

impl<S> Layer<S> for PermissionLayer {
    type Service = Permissions<S>;

    fn layer(&self, inner: S) -> Permissions<S> {
        Permissions(inner)
    }
}

impl<S: Service<Request<B>>, B> Service<Request<B>> for Permissions<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> S::Future {
        if let Some(permission) = declared(request.uri().path()) {
            request.extensions_mut().insert(RequiredPermission(permission));
        }
        self.0.call(request)
    }
}

fn declared(path: &str) -> Option<Permission> {
    let row = proto::PERMISSIONS.binary_search_by(|(known, _)| (*known).cmp(path)).ok()?;
    Permission::try_from(proto::PERMISSIONS[row].1).ok()
}
