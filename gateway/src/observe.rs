//! Tracing, timeouts, panic handling and metrics of requests.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderValue, Method, StatusCode},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::FutureExt as _;
use kit::telemetry::{names, trace_context};
use tracing::{Instrument as _, Span, field::Empty};

use crate::{problem::Problem, request_context::RequestContext};

/// Longer than the deadline of any call to a service, except uploads.
const TIMEOUT: Duration = Duration::from_secs(10);
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(30);
const UPLOAD_ROUTES: [&str; 2] = ["/api/v1/admin/pictures", "/api/v1/user/pictures"];
pub const UNKNOWN: &str = "unknown";

/// The pattern of a route, such as `/product/{product}`, in the response's extensions.
#[derive(Debug, Clone)]
pub struct Route(pub Arc<str>);

pub async fn trace_api(request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route: Arc<str> = matched.map_or(UNKNOWN, MatchedPath::as_str).into();
    let method = request.method().clone();
    let context = request.extensions().get::<RequestContext>().cloned();
    trace_request(&method, &route, context.as_ref(), next.run(request)).await
}

/// The span begins a new trace, linked to the caller's: a public caller must not choose which trace a request belongs
/// to.
pub async fn trace_request(
    method: &Method,
    route: &Arc<str>,
    context: Option<&RequestContext>,
    work: impl Future<Output = Response>,
) -> Response {
    let span = new_span(method, route, context);
    let timeout = if UPLOAD_ROUTES.contains(&&**route) { UPLOAD_TIMEOUT } else { TIMEOUT };
    let mut response = run_with_timeout(timeout, work).instrument(span.clone()).await;
    let status = response.status();
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    let trace = span.in_scope(trace_context::current_id);
    if let Some(problem) = response.extensions_mut().get_mut::<Problem>() {
        problem.trace.clone_from(&trace);
    }
    let trace_header = trace.and_then(|trace| HeaderValue::from_str(&trace).ok());
    if let (Some(context), Some(trace_header)) = (context, trace_header) {
        // Fails for the second span of a page.
        let _ = context.trace.set(trace_header);
    }
    response.extensions_mut().insert(Route(route.clone()));
    response
}

fn new_span(method: &Method, route: &str, context: Option<&RequestContext>) -> Span {
    let span = tracing::info_span!(
        names::HTTP_SERVER_SPAN,
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = %method,
        http.route = %route,
        http.response.status_code = Empty,
        request.id = Empty,
    );
    if let Some(context) = context {
        trace_context::link(&span, context.traceparent.as_ref().and_then(|value| value.to_str().ok()));
        if context.is_id_given {
            span.record("request.id", context.id());
        }
    }
    span
}

async fn run_with_timeout(timeout: Duration, work: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(timeout, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => {
            let text =
                panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
            tracing::error!("A request panicked: {}", text.unwrap_or("unknown panic"));
            Problem::internal().into_response()
        }
        Err(_) => {
            tracing::warn!("A request took longer than {} s", timeout.as_secs());
            Problem::unavailable().into_response()
        }
    }
}

/// All label values come from small sets, so clients cannot create new time series.
pub fn record_duration(method: &Method, route: Option<Route>, status: StatusCode, seconds: f64) {
    let method = match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "_OTHER",
    };
    let route = route.map_or(metrics::SharedString::const_str(UNKNOWN), |Route(route)| route.into());
    metrics::histogram!(
        names::HTTP_SERVER_DURATION,
        "http_request_method" => method,
        "http_route" => route,
        "http_response_status_code" => status_name(status),
    )
    .record(seconds);
}

fn status_name(status: StatusCode) -> &'static str {
    match status.as_u16() {
        200 => "200",
        201 => "201",
        301 => "301",
        304 => "304",
        400 => "400",
        401 => "401",
        403 => "403",
        404 => "404",
        405 => "405",
        409 => "409",
        413 => "413",
        415 => "415",
        422 => "422",
        429 => "429",
        500 => "500",
        503 => "503",
        // Alerts count every `5..` as a failure.
        _ if status.is_server_error() => "5xx",
        _ => "other",
    }
}
