//! Adds to each request the permission that the contract declares for its method. `Identity::staff` checks it.

use std::task::{Context, Poll};

use http::Request;
use proto::common::Permission;
use tower::{Layer, Service};

/// The permission that the called method needs; an extension of the request.
#[derive(Debug, Clone, Copy)]
pub struct Requirement {
    pub permission: Permission,
    /// Whether the caller must have proved the second factor recently.
    pub step_up: bool,
    /// Whether staff of a store may call the method for their own store.
    pub store_scope: bool,
}

/// Adds the permissions to the requests of a server.
#[derive(Debug, Clone, Copy)]
pub struct PermissionLayer;

/// The service `S`, whose requests get their permissions.
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

/// Returns what the contract declares for a method, or `None` for a method that is not for staff.
fn declared(path: &str) -> Option<Requirement> {
    let row = proto::PERMISSIONS.binary_search_by(|(method, _)| (*method).cmp(path)).ok()?;
    let permission = Permission::try_from(proto::PERMISSIONS[row].1).ok()?;
    let (step_up, store_scope) =
        (proto::STEP_UP.binary_search(&path).is_ok(), proto::STORE_SCOPE.binary_search(&path).is_ok());
    Some(Requirement { permission, step_up, store_scope })
}
