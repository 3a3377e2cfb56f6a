//! Writes the registry as a document for people, and as JSON.

use std::{collections::BTreeSet, fmt::Write as _};

use kit::telemetry::registry::Metric;
use serde_json::json;

use crate::{metrics, spans};

const CANNOT_FAIL: &str = "writing to a string cannot fail";
/// Everything below this line of the document is generated.
pub const MARK: &str = "<!-- From here on: UPDATE_DOCS=1 cargo test -p kit --test telemetry -->\n";

pub fn document() -> String {
    let mut text = format!(
        "{MARK}\n## Metrics\n\nIn Prometheus, dots are underscores, and a histogram has the series `_bucket`, `_sum` \
         and `_count`.\n"
    );
    let (metrics, spans) = (metrics(), spans());
    let owners: BTreeSet<_> = metrics.iter().map(|metric| metric.owner).collect();
    for owner in owners {
        write!(
            text,
            "\n### Metrics of {owner}\n\n| metric | kind | unit | labels | meaning |\n|---|---|---|---|---|\n"
        )
        .expect(CANNOT_FAIL);
        for metric in metrics.iter().filter(|metric| metric.owner == owner) {
            let labels: Vec<_> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
            let (kind, unit) = (metric.kind.key(), metric.unit.key());
            writeln!(text, "| `{}` | {kind} | {unit} | {} | {} |", metric.name, labels.join(", "), help(metric.help))
                .expect(CANNOT_FAIL);
        }
    }
    text.push_str("\n## Spans\n\n| span | crate | meaning |\n|---|---|---|\n");
    for span in spans {
        writeln!(text, "| `{}` | {} | {} |", span.name, span.owner, help(span.help)).expect(CANNOT_FAIL);
    }
    text
}

pub fn registry_file() -> String {
    let entry = |metric: &Metric| {
        json!({
            "name": metric.name, "prometheus": metric.prometheus(), "kind": metric.kind.key(),
            "unit": metric.unit.key(), "labels": metric.labels, "owner": metric.owner, "help": help(metric.help),
        })
    };
    let entries: Vec<_> = metrics().iter().map(|metric| format!(" {}", entry(metric))).collect();
    format!("[\n{}\n]\n", entries.join(",\n"))
}

pub fn help(parts: &str) -> String {
    parts.split_whitespace().collect::<Vec<_>>().join(" ")
}
