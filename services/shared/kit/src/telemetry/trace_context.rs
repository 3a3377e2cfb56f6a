//! Stores and continues traces. The context of a trace (W3C `traceparent`) is a text, which is stored with data such as
//! an event, so that later work on the data belongs to the same trace.

use std::collections::HashMap;

use opentelemetry::{Context, trace::TraceContextExt as _};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The header with the id of the trace and of the span that caused a request (W3C Trace Context).
const TRACEPARENT: &str = "traceparent";

/// Returns the W3C trace context of the current span, or `None` when tracing is off.
pub fn current() -> Option<String> {
    let mut carrier = HashMap::new();
    let context = Span::current().context();
    opentelemetry::global::get_text_map_propagator(|propagator| propagator.inject_context(&context, &mut carrier));
    carrier.remove(TRACEPARENT)
}

/// Returns the trace id, by which operators find the trace.
pub fn current_id() -> Option<String> {
    trace_id(current().as_deref()).map(str::to_owned)
}

/// Makes `span` part of the trace of `traceparent`.
pub fn continue_in(span: &Span, traceparent: Option<&str>) {
    // This fails only without an exporter of traces.
    let _ = traceparent.map(|text| span.set_parent(context_of(text)));
}

/// Links `span` to a trace without making it a part of that trace, for work that serves several requests.
pub fn link(span: &Span, traceparent: Option<&str>) {
    if let Some(text) = traceparent {
        span.add_link(context_of(text).span().span_context().clone());
    }
}

/// Links the current span to the span of `traceparent`, for a later step of work that another request has begun. Does
/// nothing if both are in the same trace.
pub fn link_current(traceparent: Option<&str>) {
    if traceparent.is_some() && trace_id(traceparent) != trace_id(current().as_deref()) {
        link(&Span::current(), traceparent);
    }
}

/// Returns the context to store with an effect of an event. It is the current span if that is in the event's trace, and
/// otherwise the span that published the event. They differ when one span applies several events, because that span is
/// in the trace of the first event only.
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
