//! The code, dashboards and rules use exactly the metrics of the registry. Also writes `docs/TELEMETRY.md` and
//! `metrics.json`.

mod documents;
mod promql;
mod recorded;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use kit::telemetry::{
    names,
    registry::{Kind, Metric, Span},
};
use serde_json::Value;

use self::{
    documents::{MARK, document, help, registry_file},
    promql::names_in,
    recorded::{Recorded, recorded},
};

// Compiled here again, because kit must not depend on services.
#[path = "../../../../notification/src/names.rs"]
mod notification;
#[path = "../../../../order/src/names.rs"]
mod order;

/// Labels and metrics that Prometheus or a rule adds.
const ADDED_LABELS: [&str; 4] = ["job", "instance", "le", "slo"];
const ADDED_METRICS: [&str; 1] = ["up"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn metrics() -> Vec<Metric> {
    [names::METRICS, notification::METRICS, order::METRICS].concat()
}

fn spans() -> Vec<Span> {
    [names::SPANS, notification::SPANS].concat()
}

/// Adds source files to `found`, without tests.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.is_dir() && name != "tests" && name != "target" {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !name.ends_with("tests.rs") {
            found.push((path.clone(), fs::read_to_string(&path).expect("a source")));
        }
    }
}

/// Returns the content of the brackets with which the text begins.
fn bracketed(text: &str) -> &str {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[1..at];
        }
    }
    panic!("a bracket is not closed: {text}");
}

#[test]
fn the_code_records_what_the_registry_names() {
    let mut files = Vec::new();
    for folder in ["services", "gateway/src"] {
        sources(&root().join(folder), &mut files);
    }
    let registry: BTreeMap<&str, Metric> = metrics().into_iter().map(|metric| (metric.constant, metric)).collect();
    assert_eq!(registry.len(), metrics().len(), "two metrics have the same constant");
    let mut used = BTreeSet::new();
    for (path, source) in &files {
        let path = path.display();
        for Recorded { kind, constant, labels } in recorded(source) {
            let metric = registry.get(constant.as_str());
            let metric = metric.unwrap_or_else(|| panic!("{path}: `{constant}` is not in a registry"));
            assert_eq!(kind, metric.kind.key(), "{path}: the kind of {constant}");
            let declared: BTreeSet<String> = metric.labels.iter().map(|label| (*label).to_owned()).collect();
            assert_eq!(labels, declared, "{path}: the labels of {constant}");
            used.insert(metric.constant);
        }
    }
    let unused: Vec<_> = registry.keys().filter(|constant| !used.contains(*constant)).collect();
    assert!(unused.is_empty(), "no code records {unused:?}");
    for span in spans() {
        let is_used = files.iter().any(|(_, source)| source.contains(&format!("names::{}", span.constant)));
        assert!(is_used, "no code opens the span {}", span.constant);
    }
}

#[test]
fn entries_are_complete() {
    let names: BTreeSet<_> = metrics().iter().map(Metric::prometheus).collect();
    assert_eq!(names.len(), metrics().len(), "two metrics have the same name");
    for metric in metrics() {
        assert_is_complete(metric.name, metric.help);
    }
    for span in spans() {
        assert_is_complete(span.name, span.help);
    }
}

#[track_caller]
fn assert_is_complete(name: &str, text: &str) {
    let has_other_letters = name.contains(|letter: char| letter.is_uppercase() || letter == '-');
    assert!(name.contains('.') && !has_other_letters, "the name {name}");
    assert!(help(text).ends_with('.'), "the text of {name} is no sentence");
}

struct Query {
    place: String,
    promql: String,
}

struct Rule {
    query: Query,
    recorded_metric: Option<String>,
}

fn dashboard_queries() -> Vec<Query> {
    let dashboard: Value = serde_json::from_str(&read("deploy/observability/dashboard.json")).expect("JSON");
    let mut queries = Vec::new();
    for panel in dashboard["panels"].as_array().expect("panels") {
        for target in panel["targets"].as_array().into_iter().flatten() {
            let promql = target["expr"].as_str().expect("a query").to_owned();
            queries.push(Query { place: format!("panel {}", panel["title"]), promql });
        }
    }
    queries
}

fn rules_of(file: &str) -> Vec<Rule> {
    let document: Value = serde_yaml_ng::from_str(&read(&format!("deploy/observability/{file}"))).expect("YAML");
    let groups = document["groups"].as_array().expect("groups");
    let rules = groups.iter().filter_map(|group| group["rules"].as_array()).flatten();
    let to_rule = |rule: &Value| {
        let recorded_metric = rule["record"].as_str();
        let name = rule["alert"].as_str().or(recorded_metric).expect("a name");
        let promql = rule["expr"].as_str().expect("a query").to_owned();
        let query = Query { place: format!("{file}: {name}"), promql };
        Rule { query, recorded_metric: recorded_metric.map(str::to_owned) }
    };
    rules.map(to_rule).collect()
}

fn documented_queries() -> Vec<Query> {
    let operations = read("docs/OPERATIONS.md");
    let blocks = operations.split("```promql\n").skip(1).filter_map(|text| text.split("```").next());
    let to_query = |block: &str| Query { place: "docs/OPERATIONS.md".to_owned(), promql: block.replace('\n', " and ") };
    blocks.map(to_query).collect()
}

fn prometheus_metrics() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut known = BTreeMap::new();
    for metric in metrics() {
        let suffixes: &[&str] = if metric.kind == Kind::Histogram { &["_bucket", "_count", "_sum"] } else { &[""] };
        for suffix in suffixes {
            known.insert(format!("{}{suffix}", metric.prometheus()), metric.labels.iter().copied().collect());
        }
    }
    known
}

#[test]
fn dashboards_and_rules_ask_for_what_the_registry_names() {
    let known = prometheus_metrics();
    let rules: Vec<Rule> = ["alerts.yaml", "slo.yaml"].into_iter().flat_map(rules_of).collect();
    let recorded: BTreeSet<String> = rules.iter().filter_map(|rule| rule.recorded_metric.clone()).collect();
    let rule_queries = rules.into_iter().map(|rule| rule.query);
    for Query { place, promql } in dashboard_queries().into_iter().chain(rule_queries).chain(documented_queries()) {
        let names = names_in(&promql);
        let mut labels: BTreeSet<&str> = ADDED_LABELS.into();
        for metric in &names.metrics {
            let of_metric = known.get(metric);
            let is_known = of_metric.is_some() || recorded.contains(metric) || ADDED_METRICS.contains(&metric.as_str());
            assert!(is_known, "{place} asks for `{metric}`, which is not in the registry");
            labels.extend(of_metric.into_iter().flatten());
        }
        let unknown: Vec<_> = names.labels.iter().filter(|label| !labels.contains(label.as_str())).collect();
        assert!(unknown.is_empty(), "{place} asks for labels that its metrics do not have: {unknown:?}");
    }
}

#[test]
fn the_documents_are_current() {
    let (document_path, registry_path) = ("docs/TELEMETRY.md", "deploy/observability/metrics.json");
    let found = read(document_path);
    let written = found.find(MARK).map_or(found.as_str(), |begin| &found[..begin]);
    let expected = [(document_path, format!("{written}{}", document())), (registry_path, registry_file())];
    for (path, expected) in expected {
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(root().join(path), &expected).expect("the file can be written");
        }
        assert!(read(path) == expected, "{path}: run `UPDATE_DOCS=1 cargo test -p kit --test telemetry`");
    }
}
