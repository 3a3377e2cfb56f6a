//! Refuses calls from programs that the contract does not name for the method. TLS certificates identify programs.

use std::{
    future::{Ready, ready},
    task::{Context, Poll},
};

use futures::future::Either;
use http::{Extensions, Request, Response};
use proto::common::Workload;
use tonic::{
    Status,
    body::Body,
    transport::server::{TcpConnectInfo, TlsConnectInfo},
};
use tower::{Layer, Service};

use crate::{Error, security, tls};

#[derive(Debug, Clone, Copy)]
pub struct CallersLayer {
    /// False without TLS, because the caller is unknown.
    pub is_enforced: bool,
}

#[derive(Debug, Clone)]
pub struct Callers<S> {
    inner: S,
    is_enforced: bool,
}

impl<S> Layer<S> for CallersLayer {
    type Service = Callers<S>;

    fn layer(&self, inner: S) -> Callers<S> {
        Callers { inner, is_enforced: self.is_enforced }
    }
}

impl<S, B> Service<Request<B>> for Callers<S>
where
    S: Service<Request<B>, Response = Response<Body>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<S::Response, S::Error>>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        if !self.is_enforced || is_allowed(request.uri().path(), caller(request.extensions())) {
            return Either::Left(self.inner.call(request));
        }
        security::refused("caller");
        Either::Right(ready(Ok(Status::from(Error::Forbidden).into_http())))
    }
}

fn caller(extensions: &Extensions) -> Option<Workload> {
    let certificates = extensions.get::<TlsConnectInfo<TcpConnectInfo>>()?.peer_certs()?;
    tls::workload(certificates.first()?)
}

fn is_allowed(path: &str, caller: Option<Workload>) -> bool {
    let Some(caller) = caller else { return false };
    path.starts_with("/grpc.") || callers(path).contains(&i32::from(caller))
}

fn callers(path: &str) -> &'static [i32] {
    match proto::CALLERS.binary_search_by(|(method, _)| (*method).cmp(path)) {
        Ok(row) => proto::CALLERS[row].1,
        Err(_) => &[],
    }
}
