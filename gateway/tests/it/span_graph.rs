//! The spans that a collector has received, with their parents and links.

use std::fmt::Write as _;

use opentelemetry_proto::tonic::{common::v1::any_value::Value, trace::v1::Span};
use testkit::collector::Collector;

pub struct SpanGraph(Vec<(String, Span)>);

impl SpanGraph {
    pub fn of(collector: &Collector) -> Self {
        Self(collector.received().spans)
    }

    /// Returns spans of the trace with these names, the first at its root and each below the one before it. A name that
    /// ends with `*` is a prefix. Panics with a drawing of the trace if there are none.
    #[track_caller]
    pub fn chain(&self, trace: &str, names: &[&str]) -> Vec<&Span> {
        let found = self.find_chain(trace, names);
        found.unwrap_or_else(|| panic!("{names:?} is not in trace {trace}:\n{}", self.drawing(trace)))
    }

    pub fn find_chain(&self, trace: &str, names: &[&str]) -> Option<Vec<&Span>> {
        self.roots().filter(|root| hex(&root.trace_id) == trace).find_map(|root| self.chain_from(root, names))
    }

    fn chain_from<'a>(&'a self, span: &'a Span, names: &[&str]) -> Option<Vec<&'a Span>> {
        let (first, rest) = names.split_first()?;
        if !first.strip_suffix('*').map_or(span.name == *first, |prefix| span.name.starts_with(prefix)) {
            return None;
        }
        if rest.is_empty() {
            return Some(vec![span]);
        }
        let below = self.children(span).find_map(|child| self.chain_from(child, rest))?;
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

    /// Returns the name of the program that recorded a span, as part of a longer text.
    pub fn service(&self, wanted: &Span) -> &str {
        let found = self.0.iter().find(|(_, span)| span.span_id == wanted.span_id);
        found.map_or("", |(service, _)| service)
    }

    /// Returns spans whose parent is missing, so that their trace is cut in two.
    pub fn orphans(&self, trace: &str) -> Vec<&str> {
        let of_trace: Vec<_> =
            self.0.iter().map(|(_, span)| span).filter(|span| hex(&span.trace_id) == trace).collect();
        let is_known = |id: &[u8]| id.is_empty() || of_trace.iter().any(|span| span.span_id == id);
        of_trace.iter().filter(|span| !is_known(&span.parent_span_id)).map(|span| span.name.as_str()).collect()
    }

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

/// Returns a text attribute.
pub fn attribute<'a>(span: &'a Span, key: &str) -> &'a str {
    let value = span.attributes.iter().find(|attribute| attribute.key == key).and_then(|it| it.value.as_ref());
    match value.and_then(|value| value.value.as_ref()) {
        Some(Value::StringValue(text)) => text,
        _ => "",
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
