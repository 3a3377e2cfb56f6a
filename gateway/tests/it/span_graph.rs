//! The spans that a telemetry collector has received. A span is one timed step of a program, such as a call or an SQL
//! statement. Spans with the same trace id form a tree below a root, and a span can also link to another trace.

use std::fmt::Write as _;

use opentelemetry_proto::tonic::{common::v1::any_value::Value, trace::v1::Span};
use testkit::collector::Collector;

/// The spans, each with a description of the program that recorded it.
pub struct SpanGraph(Vec<(String, Span)>);

impl SpanGraph {
    pub fn of(collector: &Collector) -> Self {
        Self(collector.received().spans)
    }

    /// Returns spans of the trace with these names, the first at its root and each below the one before it. A name that
    /// ends with `*` is a prefix. Panics with a drawing of the trace if there are none.
    #[track_caller]
    pub fn chain(&self, trace: &str, names: &[&str]) -> Vec<&Span> {
        let chain = self.find_chain(trace, names);
        chain.unwrap_or_else(|| panic!("{names:?} is not in trace {trace}:\n{}", self.drawing(trace)))
    }

    /// Like `chain`, but returns `None` if there are no such spans.
    pub fn find_chain(&self, trace: &str, names: &[&str]) -> Option<Vec<&Span>> {
        self.roots().filter(|root| hex(&root.trace_id) == trace).find_map(|root| self.chain_from(root, names))
    }

    /// Returns spans with these names, of which the first is `span`.
    fn chain_from<'a>(&'a self, span: &'a Span, names: &[&str]) -> Option<Vec<&'a Span>> {
        let (first_name, names_below) = names.split_first()?;
        let has_first_name =
            first_name.strip_suffix('*').map_or(span.name == *first_name, |prefix| span.name.starts_with(prefix));
        if !has_first_name {
            return None;
        }
        if names_below.is_empty() {
            return Some(vec![span]);
        }
        let below = self.children(span).find_map(|child| self.chain_from(child, names_below))?;
        Some([vec![span], below].concat())
    }

    fn children<'a>(&'a self, parent: &'a Span) -> impl Iterator<Item = &'a Span> {
        let spans = self.0.iter().map(|(_, span)| span);
        spans.filter(|span| span.parent_span_id == parent.span_id && span.trace_id == parent.trace_id)
    }

    fn roots(&self) -> impl Iterator<Item = &Span> {
        self.0.iter().map(|(_, span)| span).filter(|span| span.parent_span_id.is_empty())
    }

    /// Returns the traces with a span of this name that is linked to `trace`.
    pub fn traces_linked_to(&self, trace: &str, name: &str) -> Vec<String> {
        let spans = self.0.iter().map(|(_, span)| span).filter(|span| span.name == name);
        let mut traces: Vec<_> = spans.filter(|span| is_linked(span, trace)).map(|span| hex(&span.trace_id)).collect();
        traces.dedup();
        traces
    }

    /// Returns the description of the program that recorded a span. It contains the program's name.
    pub fn service(&self, wanted: &Span) -> &str {
        let recorded = self.0.iter().find(|(_, span)| span.span_id == wanted.span_id);
        recorded.map_or("", |(service, _)| service)
    }

    /// Returns the names of spans whose parent is missing. A complete trace has none.
    pub fn orphans(&self, trace: &str) -> Vec<&str> {
        let of_trace: Vec<_> =
            self.0.iter().map(|(_, span)| span).filter(|span| hex(&span.trace_id) == trace).collect();
        // The root has no parent.
        let has_parent = |span: &Span| {
            span.parent_span_id.is_empty() || of_trace.iter().any(|other| other.span_id == span.parent_span_id)
        };
        of_trace.iter().filter(|span| !has_parent(span)).map(|span| span.name.as_str()).collect()
    }

    /// Returns the names of the trace's spans, indented by their depth.
    fn drawing(&self, trace: &str) -> String {
        let mut text = String::new();
        for root in self.roots().filter(|root| hex(&root.trace_id) == trace) {
            self.draw(root, 1, &mut text);
        }
        text
    }

    fn draw(&self, span: &Span, depth: usize, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:width$}{}", "", span.name, width = 2 * depth);
        for child in self.children(span) {
            self.draw(child, depth + 1, text);
        }
    }
}

pub fn is_linked(span: &Span, trace: &str) -> bool {
    span.links.iter().any(|link| hex(&link.trace_id) == trace)
}

/// Returns an attribute of a span, or an empty text if there is no such text attribute.
pub fn attribute<'a>(span: &'a Span, key: &str) -> &'a str {
    let attribute = span.attributes.iter().find(|attribute| attribute.key == key);
    let value = attribute.and_then(|attribute| attribute.value.as_ref());
    match value.and_then(|value| value.value.as_ref()) {
        Some(Value::StringValue(text)) => text,
        _ => "",
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
