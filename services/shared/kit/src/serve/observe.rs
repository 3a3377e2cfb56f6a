//! Records a span and the duration of every served gRPC call.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use http::{HeaderMap, Request, Response};
use opentelemetry::propagation::Extractor;
use tokio::time::Instant;
use tonic::Code;
use tower::{Layer, Service};
use tracing::{Instrument as _, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::telemetry::names;

#[derive(Debug, Clone, Copy)]
pub struct ObserveLayer;

#[derive(Debug, Clone)]
pub struct Observe<S>(S);

impl<S> Layer<S> for ObserveLayer {
    type Service = Observe<S>;

    fn layer(&self, inner: S) -> Observe<S> {
        Observe(inner)
    }
}

impl<S, B, R> Service<Request<B>> for Observe<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    S::Future: Send + 'static,
    S::Error: Send,
    R: Send,
{
    type Response = Response<R>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<R>, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let path = request.uri().path();
        let (service, method) = path.trim_start_matches('/').split_once('/').unwrap_or((path, ""));
        // Health checks arrive every few seconds.
        if service.starts_with("grpc.") {
            return Box::pin(self.0.call(request));
        }
        let (service, method) = (service.to_owned(), method.to_owned());
        let span = tracing::info_span!(
            names::RPC_SERVER_SPAN,
            otel.name = format!("{service}/{method}"),
            otel.kind = "server",
            otel.status_code = Empty,
            rpc.system.name = "grpc",
            rpc.method = format!("{service}/{method}"),
            rpc.response.status_code = Empty,
        );
        let parent = opentelemetry::global::get_text_map_propagator(|propagator| {
            propagator.extract(&Headers(request.headers()))
        });
        // Fails only without an exporter of traces.
        let _ = span.set_parent(parent);
        let started = Instant::now();
        let call = self.0.call(request).instrument(span.clone());
        Box::pin(async move {
            let outcome = call.await;
            let code = outcome.as_ref().map_or(Code::Unknown, |response| status_of(response.headers()));
            span.record("rpc.response.status_code", code_name(code));
            if matches!(code, Code::Internal | Code::Unknown | Code::DataLoss | Code::Unavailable) {
                span.record("otel.status_code", "ERROR");
            }
            metrics::histogram!(
                names::RPC_SERVER_DURATION,
                "rpc_method" => format!("{service}/{method}"),
                "rpc_response_status_code" => code_name(code),
            )
            .record(started.elapsed().as_secs_f64());
            outcome
        })
    }
}

/// A call that fails after its first message has its status in the trailers and counts as OK here.
pub(crate) fn status_of(headers: &HeaderMap) -> Code {
    headers.get("grpc-status").map_or(Code::Ok, |value| Code::from_bytes(value.as_bytes()))
}

pub(crate) fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::Unauthenticated => "UNAUTHENTICATED",
        _ => "OTHER",
    }
}

pub struct Headers<'a>(pub &'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}
