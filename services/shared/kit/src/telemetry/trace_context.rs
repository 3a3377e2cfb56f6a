//! The trace as text, for what outlives the call: an event carries it in its row.

use std::collections::HashMap;

use opentelemetry::{Context, trace::TraceContextExt as _};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

const TRACEPARENT: &str = "traceparent";

/// The W3C trace context of the current span; nothing when nobody traces.
pub fn current() -> Option<String> {
    let mut carrier = HashMap::new();
    let context = Span::current().context();
    opentelemetry::global::get_text_map_propagator(|propagator| propagator.inject_context(&context, &mut carrier));
    carrier.remove(TRACEPARENT)
}

/// The id under which an operator finds the current request.
pub fn current_id() -> Option<String> {
    current().and_then(|text| text.split('-').nth(1).map(str::to_owned))
}

/// Makes `span` continue the trace that `traceparent` tells of.
pub fn continue_in(span: &Span, traceparent: Option<&str>) {
    // Fails only where no exporter is installed: then there is no trace to continue.
    let _ = traceparent.map(|text| span.set_parent(told_by(text)));
}

/// Names the trace that `traceparent` tells of as one that `span` worked for as well.
pub fn link(span: &Span, traceparent: Option<&str>) {
    if let Some(text) = traceparent {
        span.add_link(told_by(text).span().span_context().clone());
    }
}

fn told_by(traceparent: &str) -> Context {
    let carrier = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
    opentelemetry::global::get_text_map_propagator(|propagator| propagator.extract(&carrier))
}
