//! The spans that a collector has received. A span is a timed step; spans with the same trace id form a tree.

use std::fmt::Write as _;

use opentelemetry_proto::tonic::{common::v1::any_value::Value, trace::v1::Span};
use testkit::collector::{Collector, ReceivedSpan};

pub struct SpanGraph(Vec<ReceivedSpan>);

impl SpanGraph {
    pub fn of(collector: &Collector) -> Self {
        Self(collector.received().spans)
    }

    /// Returns spans with these names, from the trace's root downwards. `*` ends a prefix. Panics if there are none.
    #[track_caller]
    pub fn chain(&self, trace: &str, names: &[&str]) -> Vec<&Span> {
        let chain = self.find_chain(trace, names);
        chain.unwrap_or_else(|| panic!("{names:?} is not in trace {trace}:\n{}", self.drawing(trace)))
    }

    pub fn find_chain(&self, trace: &str, names: &[&str]) -> Option<Vec<&Span>> {
        self.roots().filter(|root| hex(&root.trace_id) == trace).find_map(|root| self.chain_from(root, names))
    }

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
        self.spans().filter(|span| span.parent_span_id == parent.span_id && span.trace_id == parent.trace_id)
    }

    fn roots(&self) -> impl Iterator<Item = &Span> {
        self.spans().filter(|span| span.parent_span_id.is_empty())
    }

    fn spans(&self) -> impl Iterator<Item = &Span> {
        self.0.iter().map(|received| &received.span)
    }

    pub fn traces_linked_to(&self, trace: &str, name: &str) -> Vec<String> {
        let spans = self.spans().filter(|span| span.name == name);
        let mut traces: Vec<_> = spans.filter(|span| is_linked(span, trace)).map(|span| hex(&span.trace_id)).collect();
        traces.dedup();
        traces
    }

    pub fn service(&self, wanted: &Span) -> &str {
        let received = self.0.iter().find(|received| received.span.span_id == wanted.span_id);
        received.map_or("", |received| &received.service)
    }

    /// Returns spans whose parent is missing.
    pub fn orphans(&self, trace: &str) -> Vec<&str> {
        let of_trace: Vec<_> = self.spans().filter(|span| hex(&span.trace_id) == trace).collect();
        let has_parent = |span: &Span| {
            span.parent_span_id.is_empty() || of_trace.iter().any(|other| other.span_id == span.parent_span_id)
        };
        of_trace.iter().filter(|span| !has_parent(span)).map(|span| span.name.as_str()).collect()
    }

    /// Returns the names of the spans, indented by depth.
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

/// Returns an empty text if there is no such text.
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
