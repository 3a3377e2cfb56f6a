//! Finds the metrics and labels that a PromQL query names. Prometheus itself checks the syntax:
//! `cargo verify --only telemetry`.

use std::collections::BTreeSet;

use crate::bracketed;

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

const LABEL_LIST_WORDS: [&str; 6] = ["by", "without", "on", "ignoring", "group_left", "group_right"];

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub metrics: BTreeSet<String>,
    pub labels: BTreeSet<String>,
}

pub fn names_in(query: &str) -> Names {
    let mut names = Names::default();
    let query = without_strings(query);
    let mut unread = query.as_str();
    while let Some(at) = unread.find(|letter: char| is_of_word(letter) || letter == '{' || letter == '[') {
        unread = &unread[at..];
        unread = if unread.starts_with('{') {
            after_matchers(unread, &mut names)
        } else if unread.starts_with('[') {
            // A range, such as `[5m]`.
            unread.split_once(']').expect("a range is closed").1
        } else {
            after_word(unread, &mut names)
        };
    }
    names
}

/// Empties strings, so that every `{`, `(` and word belongs to the syntax.
fn without_strings(query: &str) -> String {
    let outside: Vec<&str> = query.split('"').step_by(2).collect();
    outside.join("\"\"")
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':' | '$')
}

/// Reads label matchers, such as `{job="order"}`. Returns the rest of the query.
fn after_matchers<'a>(query: &'a str, names: &mut Names) -> &'a str {
    let matchers = bracketed(query);
    names.labels.extend(matchers.split(',').filter_map(label_of));
    after_brackets(query, matchers)
}

/// Reads a word, and a list of labels after it. Returns the rest of the query.
fn after_word<'a>(query: &'a str, names: &mut Names) -> &'a str {
    let end = query.find(|letter: char| !is_of_word(letter)).unwrap_or(query.len());
    let (word, rest) = query.split_at(end);
    let follows = rest.trim_start();
    if LABEL_LIST_WORDS.contains(&word) && follows.starts_with('(') {
        let list = bracketed(follows);
        let labels = list.split(',').map(|label| label.trim().to_owned());
        names.labels.extend(labels.filter(|label| !label.is_empty()));
        return after_brackets(follows, list);
    }
    let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
    if !is_number && !is_function(follows) && !KEYWORDS.contains(&word) {
        names.metrics.insert(word.to_owned());
    }
    rest
}

fn after_brackets<'a>(text: &'a str, content: &str) -> &'a str {
    &text[content.len() + 2..]
}

/// Whether the word before is a function, or an aggregation such as `sum by (job) (…)`.
fn is_function(follows: &str) -> bool {
    ["(", "by ", "by(", "without ", "without("].iter().any(|begin| follows.starts_with(begin))
}

fn label_of(matcher: &str) -> Option<String> {
    let is_of_label = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    let name: String = matcher.trim().chars().take_while(is_of_label).collect();
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
