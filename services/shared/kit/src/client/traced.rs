//! A span per call to another service. The span of a stream ends with the response's headers.

use std::{
    error::Error,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use opentelemetry::propagation::Injector;
use tonic::{Code, body::Body};
use tower::Service;
use tracing::{Instrument as _, Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::balance::is_timeout;
use crate::{
    serve::{code_name, status_of},
    telemetry::{CLIENT_SPANS, names},
};

#[derive(Debug, Clone)]
pub struct Traced<S>(S);

impl<S> Traced<S> {
    pub(super) fn new(inner: S) -> Self {
        Self(inner)
    }
}

impl<S> Service<Request<Body>> for Traced<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
    S::Error: AsRef<dyn Error + Send + Sync> + Send,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let span = span_of(&request);
        // Without an exporter the span is disabled, and there is no context.
        let context = if span.is_disabled() { Span::current().context() } else { span.context() };
        opentelemetry::global::get_text_map_propagator(|propagator| {
            propagator.inject_context(&context, &mut Headers(request.headers_mut()));
        });
        let call = self.0.call(request).instrument(span.clone());
        Box::pin(async move {
            let outcome = call.await;
            let code = match &outcome {
                Ok(response) => status_of(response.headers()),
                Err(error) if is_timeout(error.as_ref()) => Code::DeadlineExceeded,
                Err(_) => Code::Unavailable,
            };
            span.record("rpc.response.status_code", code_name(code));
            if code != Code::Ok {
                span.record("otel.status_code", "ERROR");
            }
            outcome
        })
    }
}

fn span_of(request: &Request<Body>) -> Span {
    let method = request.uri().path().trim_start_matches('/');
    // Health checks arrive every few seconds.
    if method.starts_with("grpc.") {
        return Span::none();
    }
    tracing::debug_span!(
        target: CLIENT_SPANS,
        names::RPC_CLIENT_SPAN,
        otel.name = method,
        otel.kind = "client",
        otel.status_code = Empty,
        rpc.system.name = "grpc",
        rpc.method = method,
        rpc.response.status_code = Empty,
    )
}

struct Headers<'a>(&'a mut HeaderMap);

impl Injector for Headers<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(key), Ok(value)) = (key.parse::<HeaderName>(), HeaderValue::from_str(&value)) {
            self.0.insert(key, value);
        }
    }
}
