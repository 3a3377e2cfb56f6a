//! Stores the context of a trace (W3C `traceparent`) with data, so that later work belongs to the same trace.

use std::collections::HashMap;

use opentelemetry::{Context, trace::TraceContextExt as _};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

const TRACEPARENT: &str = "traceparent";

/// `None` when tracing is off.
pub fn current() -> Option<String> {
    let mut carrier = HashMap::new();
    let context = Span::current().context();
    opentelemetry::global::get_text_map_propagator(|propagator| propagator.inject_context(&context, &mut carrier));
    carrier.remove(TRACEPARENT)
}

pub fn current_id() -> Option<String> {
    trace_id(current().as_deref()).map(str::to_owned)
}

pub fn continue_in(span: &Span, traceparent: Option<&str>) {
    // Fails only without an exporter of traces.
    let _ = traceparent.map(|text| span.set_parent(context_of(text)));
}

/// Work that serves several requests is linked to them: `span` stays in its own trace.
pub fn link(span: &Span, traceparent: Option<&str>) {
    if let Some(text) = traceparent {
        span.add_link(context_of(text).span().span_context().clone());
    }
}

/// Links a later step to the request that has begun the work.
pub fn link_current(traceparent: Option<&str>) {
    if traceparent.is_some() && trace_id(traceparent) != trace_id(current().as_deref()) {
        link(&Span::current(), traceparent);
    }
}

/// The current span if it is in the event's trace, else the span that published the event.
pub fn current_within(traceparent: Option<&str>) -> Option<String> {
    current()
        .filter(|own| trace_id(Some(own.as_str())) == trace_id(traceparent))
        .or_else(|| traceparent.map(str::to_owned))
}

fn trace_id(traceparent: Option<&str>) -> Option<&str> {
    traceparent.and_then(|text| text.split('-').nth(1))
}

fn context_of(traceparent: &str) -> Context {
    let carrier = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
    opentelemetry::global::get_text_map_propagator(|propagator| propagator.extract(&carrier))
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_sdk::{propagation::TraceContextPropagator, trace::SdkTracerProvider};
    use tracing_subscriber::{Registry, layer::SubscriberExt as _};

    use super::*;

    const FIRST: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const SECOND: &str = "00-11112222333344445555666677778888-1111222233334444-01";

    #[test]
    fn effects_of_events_applied_together_keep_their_own_traces() {
        opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
        let tracer = SdkTracerProvider::builder().build().tracer("test");
        let subscriber = Registry::default().with(tracing_opentelemetry::layer().with_tracer(tracer));
        tracing::subscriber::with_default(subscriber, || {
            let span = tracing::info_span!("apply");
            continue_in(&span, Some(FIRST));
            let _entered = span.enter();
            let own = current().unwrap();
            assert_eq!(trace_id(Some(&own)), trace_id(Some(FIRST)));
            assert_ne!(own, FIRST);
            assert_eq!(current_within(Some(FIRST)), Some(own));
            assert_eq!(current_within(Some(SECOND)), Some(SECOND.to_owned()));
            assert_eq!(current_within(None), None);
        });
    }
}
