//! The trace context as text, to be stored with data that outlives a call, such as an event.

use std::collections::HashMap;

use opentelemetry::{Context, trace::TraceContextExt as _};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

const TRACEPARENT: &str = "traceparent";

/// Returns the W3C trace context of the current span, or `None` when tracing is off.
pub fn current() -> Option<String> {
    let mut carrier = HashMap::new();
    let context = Span::current().context();
    opentelemetry::global::get_text_map_propagator(|propagator| propagator.inject_context(&context, &mut carrier));
    carrier.remove(TRACEPARENT)
}

/// Returns the trace id of the current request, by which operators find its trace.
pub fn current_id() -> Option<String> {
    current().and_then(|text| text.split('-').nth(1).map(str::to_owned))
}

/// Makes `span` continue the trace of `traceparent`.
pub fn continue_in(span: &Span, traceparent: Option<&str>) {
    // Fails only without an exporter, when there is no trace to continue.
    let _ = traceparent.map(|text| span.set_parent(context_of(text)));
}

/// Links `span` to the trace of `traceparent`, for work that serves several requests.
pub fn link(span: &Span, traceparent: Option<&str>) {
    if let Some(text) = traceparent {
        span.add_link(context_of(text).span().span_context().clone());
    }
}

fn context_of(traceparent: &str) -> Context {
    let carrier = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
    opentelemetry::global::get_text_map_propagator(|propagator| propagator.extract(&carrier))
}
