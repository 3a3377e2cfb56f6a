//! The code, dashboards and rules use exactly the metrics of the registry. Also writes `docs/TELEMETRY.md` and
//! `metrics.json`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use kit::telemetry::{
    names,
    registry::{Kind, Metric, Span},
};
use serde_json::{Value, json};

// Compiled here again, because kit must not depend on services.
#[path = "../../../notification/src/names.rs"]
mod notification;
#[path = "../../../order/src/names.rs"]
mod order;

const TEXT: &str = "writing to a string cannot fail";
/// Everything below this line is generated.
const MARK: &str = "<!-- From here on: UPDATE_DOCS=1 cargo test -p kit --test telemetry -->\n";
/// Prometheus or a rule adds them.
const ADDED_LABELS: [&str; 4] = ["job", "instance", "le", "slo"];
const ADDED_METRICS: [&str; 1] = ["up"];
/// Words of PromQL that are neither functions nor names of metrics.
const KEYWORDS: [&str; 16] = [
    "by",
    "without",
    "on",
    "ignoring",
    "group_left",
    "group_right",
    "and",
    "or",
    "unless",
    "offset",
    "bool",
    "inf",
    "nan",
    "start",
    "end",
    "atan2",
];

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

fn help(parts: &str) -> String {
    parts.split_whitespace().collect::<Vec<_>>().join(" ")
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

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Recorded {
    kind: &'static str,
    constant: String,
    labels: BTreeSet<String>,
}

fn recorded(source: &str) -> Vec<Recorded> {
    let mut found = Vec::new();
    for kind in ["counter", "gauge", "histogram"] {
        for (at, _) in source.match_indices(&format!("metrics::{kind}!")) {
            let arguments = bracketed(source[at..].split_once('!').expect("a macro").1);
            let (name, labels) = arguments.split_once(',').unwrap_or((arguments, ""));
            let constant = name.trim().rsplit("::").next().unwrap_or_default().to_owned();
            // What follows the last arrow is a value.
            let parts: Vec<_> = labels.split("=>").collect();
            let labels = parts[..parts.len() - 1].iter().filter_map(|part| part.rsplit('"').nth(1));
            found.push(Recorded { kind, constant, labels: labels.map(str::to_owned).collect() });
        }
    }
    found
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
        for Recorded { kind, constant, labels } in recorded(source) {
            let metric = registry.get(constant.as_str());
            let metric = metric.unwrap_or_else(|| panic!("{}: `{constant}` is not in a registry", path.display()));
            assert_eq!(kind, metric.kind.key(), "{}: the kind of {constant}", path.display());
            let declared: BTreeSet<String> = metric.labels.iter().map(|label| (*label).to_owned()).collect();
            assert_eq!(labels, declared, "{}: the labels of {constant}", path.display());
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
    for (name, text) in metrics()
        .iter()
        .map(|metric| (metric.name, metric.help))
        .chain(spans().iter().map(|span| (span.name, span.help)))
    {
        assert!(name.contains('.') && !name.contains(|c: char| c.is_uppercase() || c == '-'), "the name {name}");
        assert!(help(text).ends_with('.'), "the text of {name} is no sentence");
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Names {
    metrics: BTreeSet<String>,
    labels: BTreeSet<String>,
}

/// Prometheus itself checks the syntax: `cargo verify --only telemetry`.
fn names_in(query: &str) -> Names {
    let mut names = Names::default();
    // Strings become empty, so that every `{`, `(` and word belongs to the syntax.
    let query: String = query.split('"').step_by(2).collect::<Vec<_>>().join("\"\"");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':' || c == '$';
    let mut unread = query.as_str();
    while let Some(at) = unread.find(|c: char| is_word(c) || c == '{' || c == '[') {
        unread = &unread[at..];
        // Label matchers, such as `{job="order"}`.
        if unread.starts_with('{') {
            let matchers = bracketed(unread);
            names.labels.extend(matchers.split(',').filter_map(label_of));
            unread = &unread[matchers.len() + 2..];
            continue;
        }
        // A range, such as `[5m]`.
        if unread.starts_with('[') {
            unread = unread.split_once(']').expect("a range is closed").1;
            continue;
        }
        let end = unread.find(|c: char| !is_word(c)).unwrap_or(unread.len());
        let word = &unread[..end];
        unread = &unread[end..];
        let follows = unread.trim_start();
        if ["by", "without", "on", "ignoring", "group_left", "group_right"].contains(&word) && follows.starts_with('(')
        {
            let list = bracketed(follows);
            names.labels.extend(list.split(',').map(|label| label.trim().to_owned()).filter(|label| !label.is_empty()));
            unread = &follows[list.len() + 2..];
        } else if !is_function(follows) && !KEYWORDS.contains(&word) && !word.starts_with(|c: char| c.is_ascii_digit())
        {
            names.metrics.insert(word.to_owned());
        }
    }
    names
}

/// Functions, and aggregations such as `sum by (job) (…)`.
fn is_function(follows: &str) -> bool {
    ["(", "by ", "by(", "without ", "without("].iter().any(|begin| follows.starts_with(begin))
}

fn label_of(matcher: &str) -> Option<String> {
    let name: String = matcher.trim().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

#[test]
fn names_of_a_query_are_found() {
    let names = names_in(
        r#"sum by (job, reason) (rate(a_total{reason!="x{y", kind=~"5.."}[5m] offset 15m)) / on (job)
            group_left () b:c unless d > 5e2"#,
    );
    let list = |all: &BTreeSet<String>| all.iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(list(&names.metrics), "a_total b:c d");
    assert_eq!(list(&names.labels), "job kind reason");
}

/// Also returns the names that rules record.
fn queries() -> (Vec<(String, String)>, BTreeSet<String>) {
    let (mut found, mut recorded) = (Vec::new(), BTreeSet::new());
    let dashboard: Value = serde_json::from_str(&read("deploy/observability/dashboard.json")).expect("JSON");
    for panel in dashboard["panels"].as_array().expect("panels") {
        for target in panel["targets"].as_array().into_iter().flatten() {
            found.push((format!("panel {}", panel["title"]), target["expr"].as_str().expect("a query").to_owned()));
        }
    }
    for file in ["alerts.yaml", "slo.yaml"] {
        let rules: Value = serde_yaml_ng::from_str(&read(&format!("deploy/observability/{file}"))).expect("YAML");
        for rule in
            rules["groups"].as_array().expect("groups").iter().filter_map(|group| group["rules"].as_array()).flatten()
        {
            if let Some(name) = rule["record"].as_str() {
                recorded.insert(name.to_owned());
            }
            let name = rule["alert"].as_str().or(rule["record"].as_str()).expect("a name");
            found.push((format!("{file}: {name}"), rule["expr"].as_str().expect("a query").to_owned()));
        }
    }
    let operations = read("docs/OPERATIONS.md");
    for block in operations.split("```promql\n").skip(1).filter_map(|text| text.split("```").next()) {
        found.push(("docs/OPERATIONS.md".to_owned(), block.replace('\n', " and ")));
    }
    (found, recorded)
}

#[test]
fn dashboards_and_rules_ask_for_what_the_registry_names() {
    let mut known: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for metric in metrics() {
        let suffixes: &[&str] = if metric.kind == Kind::Histogram { &["_bucket", "_count", "_sum"] } else { &[""] };
        for suffix in suffixes {
            known.insert(format!("{}{suffix}", metric.prometheus()), metric.labels.iter().copied().collect());
        }
    }
    let (queries, recorded) = queries();
    for (place, query) in queries {
        let names = names_in(&query);
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

fn document() -> String {
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
        .expect(TEXT);
        for metric in metrics.iter().filter(|metric| metric.owner == owner) {
            let labels: Vec<_> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
            let (kind, unit) = (metric.kind.key(), metric.unit.key());
            writeln!(text, "| `{}` | {kind} | {unit} | {} | {} |", metric.name, labels.join(", "), help(metric.help))
                .expect(TEXT);
        }
    }
    text.push_str("\n## Spans\n\n| span | crate | meaning |\n|---|---|---|\n");
    for span in spans {
        writeln!(text, "| `{}` | {} | {} |", span.name, span.owner, help(span.help)).expect(TEXT);
    }
    text
}

fn registry_file() -> String {
    let entry = |metric: &Metric| {
        json!({
            "name": metric.name, "prometheus": metric.prometheus(), "kind": metric.kind.key(),
            "unit": metric.unit.key(), "labels": metric.labels, "owner": metric.owner, "help": help(metric.help),
        })
    };
    let entries: Vec<_> = metrics().iter().map(|metric| format!(" {}", entry(metric))).collect();
    format!("[\n{}\n]\n", entries.join(",\n"))
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
