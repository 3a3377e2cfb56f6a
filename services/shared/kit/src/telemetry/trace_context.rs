//! The trace as text, for what outlives the call: an event carries it in its row.

use std::collections::HashMap;

use opentelemetry::Context;
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
    let Some(text) = traceparent else { return };
    let carrier = HashMap::from([(TRACEPARENT.to_owned(), text.to_owned())]);
    let parent: Context = opentelemetry::global::get_text_map_propagator(|propagator| propagator.extract(&carrier));
    // Fails only where no exporter is installed: then there is no trace to continue.
    let _ = span.set_parent(parent);
}
