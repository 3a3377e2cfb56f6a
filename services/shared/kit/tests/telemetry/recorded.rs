//! Finds the metrics that a source file records.

use std::collections::BTreeSet;

use crate::bracketed;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recorded {
    pub kind: &'static str,
    pub constant: String,
    pub labels: BTreeSet<String>,
}

pub fn recorded(source: &str) -> Vec<Recorded> {
    let mut found = Vec::new();
    for kind in ["counter", "gauge", "histogram"] {
        let macro_name = format!("metrics::{kind}!");
        for (at, _) in source.match_indices(&macro_name) {
            let arguments = bracketed(&source[at + macro_name.len()..]);
            let (name, labels) = arguments.split_once(',').unwrap_or((arguments, ""));
            let constant = name.trim().rsplit("::").next().unwrap_or_default().to_owned();
            found.push(Recorded { kind, constant, labels: label_names(labels) });
        }
    }
    found
}

/// Returns the names in `"one" => value, "two" => value`.
fn label_names(labels: &str) -> BTreeSet<String> {
    let mut before_arrows: Vec<&str> = labels.split("=>").collect();
    // After the last arrow, there is only a value.
    before_arrows.pop();
    let last_quoted = |text: &str| text.rsplit('"').nth(1).map(str::to_owned);
    before_arrows.into_iter().filter_map(last_quoted).collect()
}

#[test]
fn calls_are_read_with_kind_name_and_labels() {
    let source = r#"metrics::counter!(names::A).increment(1);
        metrics::histogram!(
            kit::telemetry::names::B,
            "one" => value("x"), "two" => "y",
        )"#;
    let labels = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(
        recorded(source),
        [
            Recorded { kind: "counter", constant: "A".into(), labels: labels(&[]) },
            Recorded { kind: "histogram", constant: "B".into(), labels: labels(&["one", "two"]) },
        ]
    );
}
