//! Turns the event that sqlx logs for each statement into a span. Statements contain placeholders, never values.

use std::{
    sync::OnceLock,
    time::{Duration, SystemTime},
};

use opentelemetry::{
    KeyValue,
    trace::{Span as _, SpanKind, Tracer as _},
};
use opentelemetry_sdk::trace::SdkTracer;
use tracing::{
    Dispatch, Event, Subscriber,
    dispatcher::WeakDispatch,
    field::{Field, Visit},
};
use tracing_subscriber::{Layer, layer::Context, registry::LookupSpan};

pub const STATEMENTS: &str = "sqlx::query";

pub struct StatementSpans {
    tracer: SdkTracer,
    /// Weak, because the dispatch owns this layer.
    dispatch: OnceLock<WeakDispatch>,
}

impl StatementSpans {
    pub fn new(tracer: SdkTracer) -> Self {
        Self { tracer, dispatch: OnceLock::new() }
    }
}

#[derive(Default)]
struct Statement {
    summary: String,
    text: String,
    seconds: f64,
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => self.text = value.split_whitespace().collect::<Vec<_>>().join(" "),
            _ => {}
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.seconds = value;
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for StatementSpans {
    fn on_register_dispatch(&self, dispatch: &Dispatch) {
        let _ = self.dispatch.set(dispatch.downgrade());
    }

    #[expect(clippy::disallowed_methods, reason = "a span needs the system time")]
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if event.metadata().target() != STATEMENTS {
            return;
        }
        let Some(dispatch) = self.dispatch.get().and_then(WeakDispatch::upgrade) else { return };
        let Some(span) = context.event_span(event) else { return };
        let Some(parent) = tracing_opentelemetry::get_otel_context(&span.id(), &dispatch) else { return };
        let mut statement = Statement::default();
        event.record(&mut statement);
        let verb = statement.summary.split_whitespace().next().unwrap_or("query").to_lowercase();
        let text = if statement.text.is_empty() { statement.summary } else { statement.text };

        // The event arrives at the end of the statement.
        let ended = SystemTime::now();
        let started = ended - Duration::try_from_secs_f64(statement.seconds).unwrap_or_default();
        let mut recorded = self
            .tracer
            .span_builder(format!("sql {verb}"))
            .with_kind(SpanKind::Client)
            .with_start_time(started)
            .with_attributes([
                KeyValue::new("db.system.name", "postgresql"),
                KeyValue::new("db.operation.name", verb),
                KeyValue::new("db.query.text", text),
            ])
            .start_with_context(&self.tracer, &parent);
        recorded.end_with_timestamp(ended);
    }
}
