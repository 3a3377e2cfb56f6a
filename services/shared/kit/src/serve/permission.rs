//! Adds to each request the permission that its method declares. `Identity::staff` checks it.

use std::task::{Context, Poll};

use http::Request;
use proto::common::Permission;
use tower::{Layer, Service};

#[derive(Debug, Clone, Copy)]
pub struct Requirement {
    pub permission: Permission,
    /// Whether the second factor must have been checked recently.
    pub step_up: bool,
    /// Whether staff of a single store may call the method.
    pub store_scope: bool,
}

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
        if let Some(requirement) = declared(request.uri().path()) {
            request.extensions_mut().insert(requirement);
        }
        self.0.call(request)
    }
}

/// `None` if the method is not for staff.
fn declared(path: &str) -> Option<Requirement> {
    let row = proto::PERMISSIONS.binary_search_by(|(method, _)| (*method).cmp(path)).ok()?;
    let permission = Permission::try_from(proto::PERMISSIONS[row].1).ok()?;
    let (step_up, store_scope) =
        (proto::STEP_UP.binary_search(&path).is_ok(), proto::STORE_SCOPE.binary_search(&path).is_ok());
    Some(Requirement { permission, step_up, store_scope })
}
